import { startEmulator } from '@cognito-srp/emulator'
import type { UserConfig, UserPoolConfig } from '@cognito-srp/emulator'
import { allow, askQuestion, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import type { TestProject } from 'vitest/node'
import { listenFetch } from '@cognito-srp/testing/listen'

import { ADMIN_HEADERS, EMAIL, PASSWORD, poolIds } from './account.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the tests' user pools. */
    identityUrl: string
    /** Address of the outbox server for the tests. Pages cannot read the emulator's own outbox. */
    outboxUrl: string
  }
}

/**
 * Returns the configuration of a pool whose only user signs in with {@link EMAIL} and {@link PASSWORD}. The pools differ in their
 * challenges.
 */
function pool(name: string, settings: Partial<UserPoolConfig>, user: Partial<UserConfig> = {}): UserPoolConfig {
  const { attributes, ...rest } = user
  const { userPoolId, clientId } = poolIds(name)
  return {
    id: userPoolId,
    usernameAttributes: ['email'],
    clients: [{ id: clientId, explicitAuthFlows: allow('USER_SRP_AUTH', 'CUSTOM_AUTH', 'USER_AUTH') }],
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
  pool('Account', { deviceTracking: 'always' }), // tests end its sessions and forget its devices
  pool('FreshSignIn', {}), // a test ends its sessions
  pool('NoMfa', { mfa: 'OFF' }),
  pool('Totp', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }),
  // This pool has its own user, because a code is accepted only once.
  pool('TotpReload', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }),
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
  pool('Recovery', {}), // the pool reveals whether an account exists, and the tests create its users
  pool('RecoveryAgain', {}), // the service sends a user at most five codes in succession for a forgotten password
  pool('RecoveryLimit', {}), // its user exceeds the limit of wrong codes
  pool('RecoveryTotp', { mfa: 'OPTIONAL' }, { totpSecret: TOTP_SECRET }),
  pool('RecoveryChoice', { webAuthn: { relyingPartyId: 'localhost' } }),
  pool('Trigger', {
    triggers: {
      preAuthentication() {
        throw new Error('Sua turma só entra a partir de segunda-feira. Dúvidas: (11) 5555-0100')
      },
    },
  }),
  pool('Custom', { triggers: askQuestion('Quanto é 6 × 7?', '42') }),
]

/** Starts the user pools before the first browser test and stops them after the last one. */
export async function setup(project: TestProject) {
  const emulator = await startEmulator({ userPools: POOLS, adminKey: ADMIN_HEADERS['x-emulator-admin-key'] })
  const outbox = await listenFetch(() =>
    Response.json(emulator.outbox, { headers: { 'Access-Control-Allow-Origin': '*' } }),
  )
  project.provide('identityUrl', emulator.url)
  project.provide('outboxUrl', outbox.url)
  return async () => {
    await outbox.close()
    await emulator.close()
  }
}
