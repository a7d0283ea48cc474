import { totpCode } from '@cognito-srp/testing/totp'

import type { AuthAnswer } from '../../src/sign-in/sign-in.ts'
import {
  BOTH_VERIFIED,
  OTHER,
  advance,
  inviteUser,
  known,
  lastCode,
  makePool,
  makeUser,
  nowMs,
  outcomeOf,
  plain,
  respond,
  send,
  signIn,
  tokensOf,
  wrong,
  type Pool,
  type Row,
} from './new-pools.ts'

const MISMATCH = 'CodeMismatchException: Invalid code or auth state for the user.'
const pending = async (): Promise<[AuthAnswer, string]> => {
  const username = await inviteUser(plain)
  return [await signIn(plain, username), username]
}

const challenges: Row[] = [
  [
    'a response to another challenge is rejected',
    'issue',
    async () => {
      const [{ Session }, USERNAME] = await pending()
      return respond(plain, { ChallengeName: 'SMS_MFA', Session } as AuthAnswer, { USERNAME, SMS_MFA_CODE: '123456' })
    },
    'NotAuthorizedException: Invalid session for the user.',
  ],
  [
    'a used Session is rejected',
    'issue',
    async () => {
      const [challenge, USERNAME] = await pending()
      await respond(plain, challenge, { USERNAME, NEW_PASSWORD: OTHER })
      return respond(plain, challenge, { USERNAME, NEW_PASSWORD: OTHER })
    },
    /^NotAuthorizedException: Invalid session for the user/,
  ],
  [
    'a Session expires after three minutes',
    'api',
    async () => {
      const [challenge, USERNAME] = await pending()
      advance(180)
      return respond(plain, challenge, { USERNAME, NEW_PASSWORD: OTHER })
    },
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  ],
  [
    'a Session of another user is rejected',
    'issue',
    async () => {
      const [challenge] = await pending()
      return respond(plain, challenge, { USERNAME: await makeUser(plain), NEW_PASSWORD: OTHER })
    },
    'NotAuthorizedException: Invalid session for the user.',
  ],
  [
    'a made-up Session is rejected',
    'issue',
    () =>
      respond(plain, { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 'x'.repeat(30) } as AuthAnswer, {
        USERNAME: 'ana',
        NEW_PASSWORD: OTHER,
      }),
    'NotAuthorizedException: Invalid session for the user.',
  ],
  [
    'NEW_PASSWORD_REQUIRED rejects a response without a new password',
    'issue',
    async () => {
      const [challenge, USERNAME] = await pending()
      return respond(plain, challenge, { USERNAME })
    },
    'InvalidParameterException: Missing required parameter NEW_PASSWORD',
  ],
  [
    'NEW_PASSWORD_REQUIRED rejects a response without a user name',
    'issue',
    async () => {
      const [challenge] = await pending()
      return respond(plain, challenge, { NEW_PASSWORD: OTHER })
    },
    'InvalidParameterException: Missing required parameter USERNAME',
  ],
]

/** Creates a pool with both second factors, and a user who has SMS as a second factor. */
async function askedBySms(): Promise<[Pool, AuthAnswer, string]> {
  const pool = await withFactors('OPTIONAL')
  const USERNAME = await makeUser(pool, BOTH_VERIFIED)
  const SMSMfaSettings = { Enabled: true, PreferredMfa: true }
  await send('AdminSetUserMFAPreference', { UserPoolId: pool.id, Username: USERNAME, SMSMfaSettings })
  return [pool, await signIn(pool, USERNAME), USERNAME]
}

async function withFactors(MfaConfiguration: string): Promise<Pool> {
  const pool = await makePool()
  await send('SetUserPoolMfaConfig', {
    UserPoolId: pool.id,
    MfaConfiguration,
    SmsMfaConfiguration: { SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms' } },
    SoftwareTokenMfaConfiguration: { Enabled: true },
  })
  return pool
}

/** Creates a user with an authenticator app. `ask` starts a sign-in, and `code` returns the current code of the app. */
async function askedByApp(): Promise<{
  pool: Pool
  username: string
  ask: () => Promise<AuthAnswer>
  code: () => Promise<string>
}> {
  const pool = await withFactors('OPTIONAL')
  const { username, AccessToken } = await tokensOf(pool)
  const { SecretCode } = await send<{ SecretCode: string }>('AssociateSoftwareToken', { AccessToken })
  const code = () => totpCode(SecretCode, nowMs())
  await send('VerifySoftwareToken', { AccessToken, UserCode: await code() })
  await send('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } })
  advance(60)
  return { pool, username, ask: () => signIn(pool, username), code }
}

const secondFactors: Row[] = [
  [
    'SMS_MFA accepts the right code',
    'api',
    async () => {
      const [pool, challenge, USERNAME] = await askedBySms()
      const code = lastCode()
      return [challenge, await respond(pool, challenge, { USERNAME, SMS_MFA_CODE: code })]
    },
    [
      {
        ChallengeName: 'SMS_MFA',
        ChallengeParameters: { CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS', CODE_DELIVERY_DESTINATION: '+*********4321' },
      },
      { AuthenticationResult: { TokenType: 'Bearer' } },
    ],
  ],
  [
    'SMS_MFA rejects a wrong code',
    'issue',
    async () => {
      const [pool, challenge, USERNAME] = await askedBySms()
      return respond(pool, challenge, { USERNAME, SMS_MFA_CODE: wrong(lastCode()) })
    },
    MISMATCH,
  ],
  [
    'SMS_MFA rejects a response without a code',
    'issue',
    async () => {
      const [pool, challenge, USERNAME] = await askedBySms()
      return respond(pool, challenge, { USERNAME })
    },
    'InvalidParameterException: Missing required parameter SMS_MFA_CODE',
  ],
  [
    'SOFTWARE_TOKEN_MFA accepts a right code only once',
    'moto',
    async () => {
      const { pool, username: USERNAME, ask, code } = await askedByApp()
      const SOFTWARE_TOKEN_MFA_CODE = await code()
      const first = await respond(pool, await ask(), { USERNAME, SOFTWARE_TOKEN_MFA_CODE })
      const second = await ask()
      return [first, second, await outcomeOf(respond(pool, second, { USERNAME, SOFTWARE_TOKEN_MFA_CODE }))]
    },
    [
      { AuthenticationResult: { TokenType: 'Bearer' } },
      { ChallengeName: 'SOFTWARE_TOKEN_MFA' },
      'ExpiredCodeException: Your software token has already been used once.',
    ],
  ],
  [
    'SOFTWARE_TOKEN_MFA rejects a wrong code',
    'issue',
    async () => {
      const { pool, username: USERNAME, ask, code } = await askedByApp()
      return respond(pool, await ask(), { USERNAME, SOFTWARE_TOKEN_MFA_CODE: wrong(await code()) })
    },
    'CodeMismatchException: Invalid code received for user',
  ],
  [
    'a user cannot have two preferred factors',
    'api',
    async () => {
      const { pool, username } = await askedByApp()
      const both = { Enabled: true, PreferredMfa: true }
      const settings = { SMSMfaSettings: both, SoftwareTokenMfaSettings: both }
      return send('AdminSetUserMFAPreference', { UserPoolId: pool.id, Username: username, ...settings })
    },
    /^InvalidParameterException: /,
  ],
  [
    'a user without a phone number cannot enable SMS',
    'issue',
    async () => {
      const { AccessToken } = await tokensOf(await withFactors('OPTIONAL'))
      return send('SetUserMFAPreference', { AccessToken, SMSMfaSettings: { Enabled: true } })
    },
    'InvalidParameterException: User does not have delivery config set to turn on SMS_MFA',
  ],
  [
    'if the pool requires a factor, a phone number is used without being enabled',
    'guide',
    async () => {
      const pool = await withFactors('ON')
      return signIn(pool, await makeUser(pool, BOTH_VERIFIED))
    },
    { ChallengeName: 'SMS_MFA' },
  ],
  [
    'without a phone number, the challenge lists every factor of the pool',
    'api',
    async () => {
      const pool = await withFactors('ON')
      return signIn(pool, await makeUser(pool))
    },
    { ChallengeName: 'MFA_SETUP', ChallengeParameters: { MFAS_CAN_SETUP: '["SMS_MFA","SOFTWARE_TOKEN_MFA"]' } },
  ],
  [
    'VerifySoftwareToken rejects a wrong code',
    'api',
    async () => {
      const { AccessToken } = await tokensOf(await withFactors('OPTIONAL'))
      const { SecretCode } = await send<{ SecretCode: string }>('AssociateSoftwareToken', { AccessToken })
      return send('VerifySoftwareToken', { AccessToken, UserCode: wrong(await totpCode(SecretCode, nowMs())) })
    },
    'EnableSoftwareTokenMFAException: Code mismatch and fail enable Software Token MFA',
  ],
]

known('challenges', challenges)
known('second factors', secondFactors)
