import { expect, test } from 'vitest'

import { failure } from '../../test/scripted-pool.ts'
import { GRANTED, signedIn, testServer } from '../../test/session-handlers.ts'
import { tokens } from '../../test/tokens.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'

const SECRETS = [GRANTED.AccessToken, GRANTED.IdToken, 'refresh-secret', 'client-secret', 'c2lnbmF0dXJl']
const unsigned = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`

function expectNoSecret(text: string): void {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
}

test('a page gets the tokens without their signatures, and a placeholder instead of the refresh token', async () => {
  const { browser, pool } = testServer()
  const metadata = { DeviceKey: 'k', DeviceGroupKey: 'g' }
  const AuthenticationResult = { ...GRANTED, ExpiresIn: 7, Other: 'x', NewDeviceMetadata: { ...metadata, Other: 'x' } }
  pool.on('InitiateAuth', { json: { AuthenticationResult, AccessToken: 'x', ResponseMetadata: 'x' } })
  const { text, body } = await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })
  expect(body).toEqual({
    AuthenticationResult: {
      IdToken: unsigned(GRANTED.IdToken),
      AccessToken: unsigned(GRANTED.AccessToken),
      RefreshToken: PLACEHOLDER_TOKEN,
      TokenType: 'Bearer',
      ExpiresIn: 3600,
      NewDeviceMetadata: metadata,
    },
  })
  expectNoSecret(text)
})

test('the handler forwards a challenge unchanged and omits the other fields of the response', async () => {
  const { browser, pool } = testServer()
  const challenge = {
    ChallengeName: 'SELECT_CHALLENGE',
    ChallengeParameters: { SRP_B: 'ab', SALT: 'cd', more: '7' },
    AvailableChallenges: ['PASSWORD_SRP'],
    Session: 'session-1',
  }
  pool.on('InitiateAuth', { json: { ...challenge, Unknown: 'x', RefreshToken: 'x' } })
  expect((await browser.call('InitiateAuth', { AuthFlow: 'USER_AUTH' })).body).toEqual(challenge)
  expect(browser.cookies.size).toBe(0)
})

test('tokens in unexpected fields of a response do not reach the page', async () => {
  const { browser, pool } = await signedIn()
  const smuggled = { ...GRANTED, note: `token ${GRANTED.AccessToken} and refresh-secret` }
  pool.on('InitiateAuth', {
    json: { ChallengeName: 'X', ChallengeParameters: smuggled, AuthenticationResult: GRANTED },
  })
  pool.on('GetUser', {
    json: { Username: 'ana', UserAttributes: [{ Name: 'a', Value: GRANTED.AccessToken }], AccessToken: 'x' },
  })
  pool.on('ChangePassword', failure('InvalidParameterException', `Value ${GRANTED.AccessToken} at 'accessToken'`))
  const answers = [
    await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' }),
    await browser.call('GetUser'),
    await browser.call('ChangePassword', { PreviousPassword: 'a', ProposedPassword: 'b' }),
  ]
  for (const { text } of answers) expectNoSecret(text)
  expect(answers[1]?.body).toEqual({ Username: 'ana', UserAttributes: [{ Name: 'a', Value: '(removed)' }] })
  expect(answers[2]?.body).toMatchObject({ message: "Value (removed) at 'accessToken'" })
})

test('a response with an access token but no id token does not sign the user in', async () => {
  const { browser, pool } = testServer()
  pool.on('InitiateAuth', { json: { AuthenticationResult: { AccessToken: GRANTED.AccessToken } } })
  expect(await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })).toMatchObject({ status: 500 })
  expect(browser.cookies.size).toBe(0)
})

test('the handler forwards only known AuthParameters, and computes SECRET_HASH itself', async () => {
  const { browser, pool } = await signedIn()
  pool.on('InitiateAuth', { json: {} })
  const AuthParameters = {
    USERNAME: 'ana',
    SRP_A: 'ab',
    DEVICE_KEY: 'k',
    REFRESH_TOKEN: 'stolen',
    SECRET_HASH: 'forged',
    constructor: 'x',
    ['__proto__']: 'x',
    PREFERRED_CHALLENGE: 7,
  }
  await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters, AccessToken: 'x', UserPoolId: 'x' })
  const payload = pool.payload('InitiateAuth')
  expect(payload).toEqual({
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana', SRP_A: 'ab', DEVICE_KEY: 'k', SECRET_HASH: expect.stringMatching(/^.{43}=$/) },
  })
  expect(payload['AuthParameters']).not.toHaveProperty('SECRET_HASH', 'forged')
})

test('the handler forwards every challenge response except SECRET_HASH', async () => {
  const { browser, pool } = testServer()
  pool.on('RespondToAuthChallenge', { json: {} })
  const ChallengeResponses = { USERNAME: 'ana', ANSWER: '7', 'userAttributes.name': 'Ana', SECRET_HASH: 'forged' }
  await browser.call('RespondToAuthChallenge', { ChallengeName: 'CUSTOM_CHALLENGE', Session: 's', ChallengeResponses })
  expect(pool.payload('RespondToAuthChallenge')).toEqual({
    ChallengeName: 'CUSTOM_CHALLENGE',
    ClientId: 'web',
    Session: 's',
    ChallengeResponses: { USERNAME: 'ana', ANSWER: '7', 'userAttributes.name': 'Ana' },
  })
})

const WITH_PASSWORD: [string, object][] = [
  ['InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' } }],
  ['InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' } }],
  ['RespondToAuthChallenge', { ChallengeName: 'PASSWORD', ChallengeResponses: { PASSWORD: 'Senha-123' } }],
  ['RespondToAuthChallenge', { ChallengeName: 'SELECT_CHALLENGE', ChallengeResponses: { PASSWORD: 'Senha-123' } }],
]

test.each(WITH_PASSWORD)('a password in %s is not forwarded unless allowPasswords is set', async (operation, body) => {
  const strict = testServer()
  const answer = await strict.browser.call(operation, body)
  expect(answer).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } })
  expect(answer.text).not.toContain('Senha')
  expect(strict.pool.requests).toEqual([])
  const lenient = testServer({ allowPasswords: true })
  lenient.pool.on(operation, { json: {} })
  expect(await lenient.browser.call(operation, body)).toMatchObject({ status: 200 })
})

test.each<[unknown]>([['ADMIN_USER_PASSWORD_AUTH'], ['user_srp_auth'], [['USER_SRP_AUTH']], [undefined]])(
  'a sign-in with the AuthFlow %j is rejected',
  async (AuthFlow) => {
    const { browser, pool } = testServer({ allowPasswords: true })
    expect(await browser.call('InitiateAuth', { AuthFlow })).toMatchObject({ status: 400 })
    expect(pool.requests).toEqual([])
  },
)

test('a new sign-in replaces and revokes the previous session', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', 'drop', { json: {} })
  const copied = browser.copy()
  await browser.signIn(tokens({ username: 'bia', refreshToken: 'refresh-2' }))
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
  expect(await sessions.readSession(copied.source)).toBeNull()
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'bia' })
})
