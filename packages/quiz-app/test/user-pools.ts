import { startEmulator } from '@cognito-srp/emulator'
import type { UserConfig, UserPoolConfig } from '@cognito-srp/emulator'
import type { TestProject } from 'vitest/node'

import { ADMIN_HEADERS, EMAIL, PASSWORD, poolIds, TOTP_SECRET } from './account.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the user pools of the tests answer. */
    identityUrl: string
  }
}

/** A pool whose one user signs in with {@link EMAIL} and {@link PASSWORD}; each asks for something else after that. */
function pool(name: string, settings: Partial<UserPoolConfig>, user: Partial<UserConfig> = {}): UserPoolConfig {
  const { attributes, ...rest } = user
  const { userPoolId, clientId } = poolIds(name)
  return {
    id: userPoolId,
    usernameAttributes: ['email'],
    clients: [{ id: clientId }],
    users: [
      {
        username: 'ana',
        password: PASSWORD,
        attributes: { email: EMAIL, email_verified: 'true', ...attributes },
        ...rest,
      },
    ],
    ...settings,
  }
}

const POOLS: UserPoolConfig[] = [
  pool('Plain', {}),
  pool('Totp', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }),
  pool('TotpReload', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }), // a code is accepted once: its own user
  pool('Sms', { mfa: 'OPTIONAL' }, { smsMfa: true, attributes: { phone_number: '+5511987654321' } }),
  pool('Email', { mfa: 'OPTIONAL' }, { emailMfa: true }),
  pool('Choice', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET, emailMfa: true }),
  pool('Setup', { mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] }),
  pool('SetupReload', { mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'] }),
  pool('NewPassword', { requiredAttributes: ['name'] }, { temporaryPassword: true }),
  pool('FirstFactor', { webAuthn: { relyingPartyId: 'localhost' } }),
  pool('Device', { deviceTracking: 'opt-in' }),
  pool('TotpLate', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }),
  pool('TotpDevice', { mfa: 'OPTIONAL', deviceTracking: 'always' }, { totpSecret: TOTP_SECRET }),
  pool('Custom', {
    triggers: {
      defineAuthChallenge: ({ request, response }) => {
        const last = request.session.at(-1)
        response.issueTokens = last?.challengeName === 'CUSTOM_CHALLENGE' && last.challengeResult
        response.challengeName = last?.challengeName === 'SRP_A' ? 'PASSWORD_VERIFIER' : 'CUSTOM_CHALLENGE'
      },
      createAuthChallenge: ({ response }) => {
        response.publicChallengeParameters = { question: 'Quanto é 6 × 7?' }
        response.privateChallengeParameters = { answer: '42' }
      },
      verifyAuthChallengeResponse: ({ request, response }) => {
        response.answerCorrect = request.challengeAnswer === request.privateChallengeParameters['answer']
      },
    },
  }),
]

/** Starts the user pools before the first browser test and stops them after the last. */
export async function setup(project: TestProject) {
  const emulator = await startEmulator({ userPools: POOLS, adminKey: ADMIN_HEADERS['x-emulator-admin-key'] })
  project.provide('identityUrl', emulator.url)
  return () => emulator.close()
}
