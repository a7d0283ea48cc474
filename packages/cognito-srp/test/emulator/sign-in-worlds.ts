import type { UserPoolConfig } from '@cognito-srp/emulator'
import { ANA as ACCOUNT, askQuestion, POOL_ID, TOTP_SECRET } from '@cognito-srp/testing/user-pools'
import { expect } from 'vitest'

import { registerPasskey, signIn, signOut, signUp, type CognitoClient, type SignInRequest } from '../../src/index.ts'
import { PASSWORD, type TestPool } from './pool.ts'

const PHONE = { phone_number: '+5511999991234', phone_number_verified: 'true' }
const ANA = { ...ACCOUNT, attributes: { ...ACCOUNT.attributes, email_verified: 'true', ...PHONE } }
export const WITH_PASSWORD: SignInRequest = { username: 'ana', password: PASSWORD }
const BY_CHOICE: SignInRequest = { username: 'ana', flow: 'USER_AUTH' }
const QUESTION = askQuestion('Capital do Brasil?', 'Brasília', { attempts: 2 })

/** Pool, sign-in request, and the expected phases and challenges of the sign-in. */
export type World = {
  pool?: Partial<UserPoolConfig>
  request?: SignInRequest
  /** Option to choose if the pool offers more than one. */
  choice?: string
  prepare?: (pool: TestPool, client: CognitoClient) => Promise<unknown>
  path: string[]
}

/** Sign-ins by name, each with its own path through the emulator's challenges. */
export const WORLDS: Record<string, World> = {
  'password only': { path: [] },
  'code by SMS': { pool: { mfa: 'ON', users: [{ ...ANA, smsMfa: true }] }, path: ['SMS_MFA'] },
  'code by e-mail': { pool: { mfa: 'ON', users: [{ ...ANA, emailMfa: true }] }, path: ['EMAIL_OTP'] },
  'authenticator app': {
    pool: { mfa: 'ON', users: [{ ...ANA, totpSecret: TOTP_SECRET }] },
    path: ['SOFTWARE_TOKEN_MFA'],
  },
  'choice of SMS codes': {
    pool: { mfa: 'ON', users: [{ ...ANA, smsMfa: true, totpSecret: TOTP_SECRET }] },
    choice: 'SMS_MFA',
    path: ['SELECT_MFA_TYPE', 'SMS_MFA'],
  },
  'choice of the authenticator app': {
    pool: { mfa: 'ON', users: [{ ...ANA, smsMfa: true, totpSecret: TOTP_SECRET }] },
    choice: 'SOFTWARE_TOKEN_MFA',
    path: ['SELECT_MFA_TYPE', 'SOFTWARE_TOKEN_MFA'],
  },
  'set-up of an authenticator app': {
    pool: { mfa: 'ON', mfaTypes: ['SOFTWARE_TOKEN_MFA'], users: [ANA] },
    path: ['MFA_SETUP associate', 'MFA_SETUP verify'],
  },
  'set-up of e-mail codes': {
    pool: { mfa: 'ON', mfaTypes: ['EMAIL_OTP'], users: [{ username: 'ana', password: PASSWORD }] },
    path: ['MFA_SETUP associate', 'EMAIL_OTP'],
  },
  'temporary password, then SMS': {
    pool: {
      mfa: 'ON',
      users: [{ ...ANA, smsMfa: true, temporaryPassword: true }],
      requiredAttributes: ['name'],
    },
    path: ['NEW_PASSWORD_REQUIRED', 'SMS_MFA'],
  },
  'custom challenge': {
    pool: { users: [ANA], triggers: QUESTION },
    request: { ...WITH_PASSWORD, flow: 'CUSTOM_AUTH' },
    path: ['CUSTOM_CHALLENGE'],
  },
  ...Object.fromEntries(
    ['PASSWORD', 'PASSWORD_SRP'].map((choice) => [
      `${choice} as first factor`,
      { pool: { users: [ANA] }, request: BY_CHOICE, choice, path: ['SELECT_CHALLENGE'] },
    ]),
  ),
  ...Object.fromEntries(
    ['EMAIL_OTP', 'SMS_OTP'].map((choice) => [
      `${choice} as first factor`,
      { pool: { users: [ANA] }, request: BY_CHOICE, choice, path: ['SELECT_CHALLENGE', choice] },
    ]),
  ),
  'passkey as first factor': {
    request: BY_CHOICE,
    choice: 'WEB_AUTHN',
    prepare: async (_pool, client) => {
      await signIn(client, WITH_PASSWORD)
      await registerPasskey(client)
      await signOut(client)
    },
    path: ['SELECT_CHALLENGE', 'WEB_AUTHN'],
  },
  'device that needs consent': { pool: { deviceTracking: 'opt-in' }, path: ['deviceConsent'] },
  'password to be reset': {
    pool: { users: [ANA] },
    prepare: async (pool) => resetPassword(pool),
    path: ['passwordReset'],
  },
  'unconfirmed account': {
    pool: { users: [] },
    prepare: async (_pool, client) =>
      signUp(client, { ...WITH_PASSWORD, password: PASSWORD, userAttributes: ACCOUNT.attributes }),
    path: ['confirmSignUp'],
  },
}

async function resetPassword({ emulator }: TestPool): Promise<void> {
  const response = await fetch(emulator.url, {
    method: 'POST',
    headers: { 'X-Amz-Target': 'AWSCognitoIdentityProviderService.AdminResetUserPassword' },
    body: JSON.stringify({ UserPoolId: POOL_ID, Username: 'ana' }),
  })
  expect(response.status).toBe(200)
}
