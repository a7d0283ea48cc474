import { expect, test } from 'vitest'

import { accessTokenOf, ANA, call, claimsOf, initiateAuth, POOL_ID, respond, signInWithSrp } from './caller.ts'
import {
  ADMIN_INITIATE_AUTH,
  CLAIMS,
  createLevelPool,
  INITIATE_AUTH,
  LEVELS,
  loa,
  METHODS,
  TOTP_SECRET,
  USER_AUTH,
  type LevelPool,
} from './level-sign-ins.ts'

const WITH_APP = { totpSecret: TOTP_SECRET }
const NO_ADDRESSES = { attributes: {} }

test.each([
  ['a password alone reaches level 1', LEVELS, {}, 'PASSWORD', loa(1), ['pwd']],
  ['a code by e-mail alone reaches level 2', LEVELS, {}, 'EMAIL_OTP', loa(2), ['email_otp']],
  ['a code by SMS alone reaches level 2', LEVELS, {}, 'SMS_OTP', loa(2), ['sms']],
  [
    'a password and a code by SMS reach level 3',
    LEVELS,
    { smsMfa: true as const },
    'PASSWORD',
    loa(3),
    ['pwd', 'sms', 'mfa'],
  ],
  [
    'a password and a code by e-mail reach level 3',
    LEVELS,
    { emailMfa: true as const },
    'PASSWORD',
    loa(3),
    ['pwd', 'email_otp', 'mfa'],
  ],
  ['a password and an authenticator app reach level 4', LEVELS, WITH_APP, 'PASSWORD', loa(4), ['pwd', 'otp', 'mfa']],
])('%s (%s)', async (_fact, _address, user, choose, acr, amr) => {
  expect(await createLevelPool({}, user).signIn({}, choose)).toMatchObject({ acr, amr })
})

test.each([
  [`a passkey of the platform reaches level 3 (${LEVELS})`, 'platform', ['swk']],
  [`a roaming passkey reaches level 3 (${METHODS})`, 'cross-platform', ['hwk']],
] as const)('%s', async (_fact, attachment, amr) => {
  const pool = createLevelPool()
  await pool.addPasskey(attachment)
  expect(await pool.signIn({ PREFERRED_CHALLENGE: 'WEB_AUTHN' })).toMatchObject({ acr: loa(3), amr })
})

test(`after a sign-in with SRP, acr is the name of level 1 and amr contains only pwd (${METHODS})`, async () => {
  const { AuthenticationResult } = await signInWithSrp(createLevelPool().emulator)
  expect(claimsOf(AuthenticationResult?.AccessToken)).toMatchObject({ acr: loa(1), amr: ['pwd'] })
})

test(`the access token and the id token contain acr, amr and auth_time (${CLAIMS})`, async () => {
  const { answer } = await createLevelPool({}, WITH_APP).signIn()
  for (const token of [answer.AuthenticationResult?.AccessToken, answer.AuthenticationResult?.IdToken]) {
    expect(claimsOf(token)).toMatchObject({ acr: loa(4), amr: ['pwd', 'otp', 'mfa'], auth_time: expect.any(Number) })
  }
})

test(`a refresh does not change acr, amr or auth_time (${CLAIMS})`, async () => {
  const { emulator, advance, signIn } = createLevelPool({}, WITH_APP)
  const { claims, answer } = await signIn()
  advance(600)
  const REFRESH_TOKEN = answer.AuthenticationResult?.RefreshToken ?? ''
  const { AuthenticationResult } = await initiateAuth(emulator, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN })
  const { acr, amr, auth_time: authTime, iat } = claims
  const renewed = claimsOf(AuthenticationResult?.AccessToken)
  expect(renewed).toMatchObject({ acr, amr, auth_time: authTime })
  expect(Number(renewed['iat'])).toBeGreaterThanOrEqual(Number(iat) + 600)
})

/**
 * Creates a pool and signs Ana in with a password. Ana has set up an authenticator app, but the app is disabled in her MFA
 * preferences.
 */
async function passwordSession(
  pool: Parameters<typeof createLevelPool>[0] = {},
): Promise<LevelPool & { accessToken: string; claims: Record<string, unknown> }> {
  const levels = createLevelPool(pool, WITH_APP)
  const SoftwareTokenMfaSettings = { Enabled: false }
  const user = { UserPoolId: POOL_ID, Username: ANA.username }
  await call(levels.emulator, 'AdminSetUserMFAPreference', { ...user, SoftwareTokenMfaSettings })
  const { answer, claims, acr } = await levels.signIn()
  expect(acr).toBe(loa(1))
  return { ...levels, accessToken: accessTokenOf(answer), claims }
}

test(`a step-up asks only for the missing factor if the sign-in is not older than MAX_AGE (${USER_AUTH})`, async () => {
  const { emulator, advance, signIn, accessToken, claims } = await passwordSession()
  advance(100)
  const parameters = { ACCESS_TOKEN: accessToken, TARGET_ACR_VALUES: loa(4), MAX_AGE: '3600' }
  const stepped = await signIn(parameters)
  expect(stepped).toMatchObject({ challenges: ['SOFTWARE_TOKEN_MFA'], acr: loa(4), amr: ['pwd', 'otp', 'mfa'] })
  expect(Number(stepped.claims['auth_time'])).toBeGreaterThanOrEqual(Number(claims['auth_time']) + 100)
  expect(stepped.answer.AuthenticationResult?.RefreshToken).toEqual(expect.any(String))
  await expect(call(emulator, 'GetUser', { AccessToken: accessToken })).resolves.toMatchObject({ Username: 'ana' })
})

test(`a step-up asks for all factors if the sign-in is older than MAX_AGE (${USER_AUTH})`, async () => {
  const { advance, signIn, accessToken } = await passwordSession()
  advance(120)
  const parameters = { ACCESS_TOKEN: accessToken, TARGET_ACR_VALUES: loa(4), MAX_AGE: '60' }
  expect(await signIn(parameters)).toMatchObject({
    challenges: ['SELECT_CHALLENGE', 'SOFTWARE_TOKEN_MFA'],
    acr: loa(4),
    amr: ['pwd', 'otp', 'mfa'],
  })
})

test(`a request with TARGET_ACR_VALUES and no access token asks for all factors of the level (${USER_AUTH})`, async () => {
  const { signIn } = await passwordSession()
  expect(await signIn({ TARGET_ACR_VALUES: loa(4) })).toMatchObject({
    challenges: ['SELECT_CHALLENGE', 'SOFTWARE_TOKEN_MFA'],
    acr: loa(4),
  })
})

test(`a request without TARGET_ACR_VALUES does not ask for additional factors (${USER_AUTH})`, async () => {
  const { signIn } = await passwordSession()
  expect(await signIn({ MAX_AGE: '60' })).toMatchObject({ challenges: ['SELECT_CHALLENGE'], acr: loa(1) })
})

test(`a sign-in with a target level returns no tokens if the user fails a challenge (${USER_AUTH})`, async () => {
  const { emulator } = await passwordSession()
  const choice = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: 'ana', TARGET_ACR_VALUES: loa(4) })
  const app = await respond(emulator, choice, { ANSWER: 'PASSWORD', PASSWORD: ANA.password })
  expect(app).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  expect(app).not.toHaveProperty('AuthenticationResult')
  const wrong = respond(emulator, app, { SOFTWARE_TOKEN_MFA_CODE: '000000' })
  await expect(wrong).rejects.toMatchObject({ code: 'CodeMismatchException' })
})

test(`a step-up fails if the access token already has the requested level or a higher level (${USER_AUTH})`, async () => {
  const { emulator, signIn, accessToken } = await passwordSession()
  const { answer } = await signIn({ ACCESS_TOKEN: accessToken, TARGET_ACR_VALUES: loa(4) })
  for (const level of [4, 3, 1]) {
    const parameters = { USERNAME: 'ana', ACCESS_TOKEN: accessTokenOf(answer), TARGET_ACR_VALUES: loa(level) }
    await expect(initiateAuth(emulator, 'USER_AUTH', parameters)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'The access token already has the requested authentication level.',
    })
  }
})

test(`a request for a level fails if the user has not set up the level's factors (${USER_AUTH})`, async () => {
  const { emulator } = createLevelPool({}, NO_ADDRESSES)
  for (const level of [2, 3, 4]) {
    const parameters = { USERNAME: 'ana', TARGET_ACR_VALUES: loa(level) }
    await expect(initiateAuth(emulator, 'USER_AUTH', parameters)).rejects.toMatchObject({
      code: 'InvalidParameterException',
      message: 'The user has not set up the factors of any requested authentication level.',
    })
  }
})

test.each([
  [`a target below the required MFA does not suppress the second factor (${USER_AUTH})`, 1, loa(4)],
  [`a target of level 4 satisfies the required MFA with the app (${USER_AUTH})`, 4, loa(4)],
  [`a target chooses among several enabled second factors (${USER_AUTH})`, 3, loa(3)],
])('%s', async (_fact, level, acr) => {
  const { signIn } = createLevelPool({ mfa: 'ON' }, { ...WITH_APP, smsMfa: true, preferredMfa: 'SOFTWARE_TOKEN_MFA' })
  const { challenges, ...outcome } = await signIn({ TARGET_ACR_VALUES: loa(level) }, 'PASSWORD')
  expect(outcome).toMatchObject({ acr })
  expect(challenges).toHaveLength(2)
})

test(`a sign-in ignores unknown names in TARGET_ACR_VALUES and reaches the first level whose factors are set up (${INITIATE_AUTH})`, async () => {
  const { signIn } = createLevelPool()
  const TARGET_ACR_VALUES = ['urn:other:gold', loa(4), loa(3), loa(1)].join(' ')
  expect(await signIn({ TARGET_ACR_VALUES }, 'PASSWORD')).toMatchObject({
    challenges: ['SELECT_CHALLENGE', 'SELECT_MFA_TYPE', 'SMS_MFA'],
    acr: loa(3),
  })
})

test.each([
  [`a target without a known name causes an error (${INITIATE_AUTH})`, { TARGET_ACR_VALUES: 'urn:other:gold' }],
  [`an empty target causes an error (${INITIATE_AUTH})`, { TARGET_ACR_VALUES: '' }],
  [`an access token without a target causes an error (${INITIATE_AUTH})`, { ACCESS_TOKEN: 'a.b.c' }],
  ['a negative MAX_AGE causes an error', { TARGET_ACR_VALUES: loa(1), MAX_AGE: '-1' }],
  ['a MAX_AGE that is not an integer causes an error', { TARGET_ACR_VALUES: loa(1), MAX_AGE: '1.5' }],
  ['an empty MAX_AGE causes an error', { MAX_AGE: '' }],
])('%s', async (_fact, parameters) => {
  const attempt = initiateAuth(createLevelPool().emulator, 'USER_AUTH', { USERNAME: 'ana', ...parameters })
  await expect(attempt).rejects.toMatchObject({ code: 'InvalidParameterException' })
})

test(`a step-up with the access token of another user fails (${INITIATE_AUTH})`, async () => {
  const bia = { username: 'bia', password: ANA.password }
  const { emulator } = createLevelPool({ users: [ANA, bia] })
  const tokens = await signInWithSrp(emulator, { username: 'bia' })
  const parameters = { USERNAME: 'ana', ACCESS_TOKEN: accessTokenOf(tokens), TARGET_ACR_VALUES: loa(3) }
  await expect(initiateAuth(emulator, 'USER_AUTH', parameters)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test('a step-up with the access token of another client fails', async () => {
  const { emulator } = createLevelPool({ clients: [{ id: 'web' }, { id: 'other' }] })
  const tokens = await signInWithSrp(emulator, {}, { id: 'other' })
  const parameters = { USERNAME: 'ana', ACCESS_TOKEN: accessTokenOf(tokens), TARGET_ACR_VALUES: loa(3) }
  await expect(initiateAuth(emulator, 'USER_AUTH', parameters)).rejects.toMatchObject({
    code: 'NotAuthorizedException',
  })
})

test(`AdminInitiateAuth accepts the same level parameters as InitiateAuth (${ADMIN_INITIATE_AUTH})`, async () => {
  const { emulator, complete, accessToken } = await passwordSession()
  const AuthParameters = { USERNAME: 'ana', ACCESS_TOKEN: accessToken, TARGET_ACR_VALUES: loa(4), MAX_AGE: '3600' }
  const request = { UserPoolId: POOL_ID, ClientId: 'web', AuthFlow: 'USER_AUTH', AuthParameters }
  const challenge = await call<Parameters<typeof complete>[0]>(emulator, 'AdminInitiateAuth', request)
  expect(await complete(challenge)).toMatchObject({ challenges: ['SOFTWARE_TOKEN_MFA'], acr: loa(4) })
})

test('after a sign-in with an e-mail code, a step-up to level 3 asks only for the password', async () => {
  const { signIn } = createLevelPool()
  const first = await signIn({}, 'EMAIL_OTP')
  const parameters = { ACCESS_TOKEN: accessTokenOf(first.answer), TARGET_ACR_VALUES: loa(3) }
  expect(await signIn(parameters)).toMatchObject({
    challenges: ['SELECT_CHALLENGE'],
    acr: loa(3),
    amr: ['email_otp', 'pwd', 'mfa'],
  })
})

test('a step-up to level 3 offers a passkey if the user has a passkey but no second factor', async () => {
  const pool = createLevelPool({ mfa: 'OFF' })
  await pool.addPasskey('platform')
  const { answer } = await pool.signIn()
  const parameters = { ACCESS_TOKEN: accessTokenOf(answer), TARGET_ACR_VALUES: loa(3) }
  expect(await pool.signIn(parameters, 'WEB_AUTHN')).toMatchObject({
    challenges: ['SELECT_CHALLENGE', 'WEB_AUTHN'],
    acr: loa(3),
    amr: ['pwd', 'swk', 'mfa'],
  })
})

test('USER_AUTH returns an empty list of challenges and no tokens for a user without any factor', async () => {
  const { emulator } = createLevelPool({ users: [{ username: 'bia' }] })
  const choice = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: 'bia' })
  expect(choice).toMatchObject({ ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: [] })
  expect(choice).not.toHaveProperty('AuthenticationResult')
})
