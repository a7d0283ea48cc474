import { expect, test } from 'vitest'

import { failure } from '../../test/scripted-pool.ts'
import { testServer, type TestServer } from '../../test/session-handlers.ts'
import { jwt, NOW_SECONDS, tokens } from '../../test/tokens.ts'
import { HELD_BY_SERVER } from '../service/token-requests.ts'
import { OPERATIONS } from './operations.ts'

const GRANTED = tokens({ refreshToken: 'refresh-secret' })
const SECRETS = [GRANTED.AccessToken, GRANTED.IdToken, 'refresh-secret', 'client-secret', 'c2lnbmF0dXJl']
const unsigned = (token: string) => `${token.split('.').slice(0, 2).join('.')}.`

/** A server with a client secret whose page is signed in as ana. */
async function signedIn(config: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  const server = testServer({ clientSecret: 'client-secret', ...config })
  await server.browser.signIn(GRANTED)
  return server
}

function expectNoSecret(text: string): void {
  expect(SECRETS.filter((secret) => text.includes(secret))).toEqual([])
}

test('a page gets the tokens without signatures, and a placeholder for the refresh token', async () => {
  const { browser, pool } = testServer()
  const metadata = { DeviceKey: 'k', DeviceGroupKey: 'g' }
  const AuthenticationResult = { ...GRANTED, ExpiresIn: 7, Other: 'x', NewDeviceMetadata: { ...metadata, Other: 'x' } }
  pool.on('InitiateAuth', { json: { AuthenticationResult, AccessToken: 'x', ResponseMetadata: 'x' } })
  const { text, body } = await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })
  expect(body).toEqual({
    AuthenticationResult: {
      IdToken: unsigned(GRANTED.IdToken),
      AccessToken: unsigned(GRANTED.AccessToken),
      RefreshToken: HELD_BY_SERVER,
      TokenType: 'Bearer',
      ExpiresIn: 3600,
      NewDeviceMetadata: metadata,
    },
  })
  expectNoSecret(text)
})

test('a challenge passes untouched, whatever else the service says does not', async () => {
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

test('tokens that the service puts where none belong do not reach the page', async () => {
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

test('an answer with half of the tokens signs nobody in', async () => {
  const { browser, pool } = testServer()
  pool.on('InitiateAuth', { json: { AuthenticationResult: { AccessToken: GRANTED.AccessToken } } })
  expect(await browser.call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' })).toMatchObject({ status: 500 })
  expect(browser.cookies.size).toBe(0)
})

test('of AuthParameters only what a sign-in needs goes on, with a secret hash made here', async () => {
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

test('answers to challenges may name anything but a secret hash', async () => {
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

test.each(WITH_PASSWORD)('a password in %s is not handed on, unless it is asked for', async (operation, body) => {
  const strict = testServer()
  const answer = await strict.browser.call(operation, body)
  expect(answer).toMatchObject({ status: 400, body: { __type: 'InvalidParameterException' } })
  expect(answer.text).not.toContain('Senha')
  expect(strict.pool.requests).toEqual([])
  const lenient = testServer({ allowPasswords: true })
  lenient.pool.on(operation, { json: {} })
  expect(await lenient.browser.call(operation, body)).toMatchObject({ status: 200 })
})

test.each(['ADMIN_USER_PASSWORD_AUTH', 'user_srp_auth', ['USER_SRP_AUTH'], undefined])(
  'AuthFlow %s is not known here',
  async (AuthFlow) => {
    const { browser, pool } = testServer({ allowPasswords: true })
    expect(await browser.call('InitiateAuth', { AuthFlow })).toMatchObject({ status: 400 })
    expect(pool.requests).toEqual([])
  },
)

test('another app client than the one of the server is refused', async () => {
  const { browser, pool } = await signedIn()
  for (const ClientId of ['other', 7, { web: 1 }]) {
    const answer = await browser.call('GetUser', { ClientId })
    expect(answer).toMatchObject({ status: 400, body: { __type: 'ResourceNotFoundException' } })
  }
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
})

const BIA = tokens({ username: 'bia' }).AccessToken

test.each<[string, unknown, boolean]>([
  ["the page's own, without signature", unsigned(GRANTED.AccessToken), true],
  ['none', undefined, true],
  ['one that nobody can read', 'x.y.z', true],
  ['one that is no text', { jwt: BIA }, true],
  ['an older one of the same user', tokens({ iat: NOW_SECONDS - 9000 }).AccessToken, true],
  ['one of somebody else', BIA, false],
  ['one of somebody else without signature', unsigned(BIA), false],
  ['one of the same name, deleted and made again', jwt({ exp: NOW_SECONDS + 9, sub: 'x', username: 'ana' }), false],
])('the access token in a body counts for nothing but whom it names: %s', async (_case, AccessToken, isServed) => {
  const { browser, pool } = await signedIn()
  pool.on('GetUser', { json: { Username: 'ana' } })
  const answer = await browser.call('GetUser', { AccessToken, RefreshToken: 'x', Token: 'x' })
  if (isServed) {
    expect(pool.payload('GetUser')).toEqual({ AccessToken: GRANTED.AccessToken })
  } else {
    expect(answer.body).toEqual({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' })
    expect(pool.operations).not.toContain('GetUser')
  }
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a refresh or sign-out for somebody else neither renews nor ends the session that is here', async () => {
  const { browser, pool, sessions } = await signedIn()
  const AccessToken = unsigned(BIA)
  const before = browser.cookieHeader
  for (const [operation, body] of [
    ['GetTokensFromRefreshToken', { RefreshToken: HELD_BY_SERVER, AccessToken }],
    ['InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: {}, AccessToken }],
  ] as const) {
    expect((await browser.call(operation, body)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  }
  expect(await browser.call('RevokeToken', { Token: HELD_BY_SERVER, AccessToken })).toMatchObject({ status: 200 })
  expect(browser.cookieHeader).toBe(before)
  expect(pool.operations).toEqual(['RespondToAuthChallenge'])
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
})

const BY_USER = [...OPERATIONS].filter(([, { kind }]) => kind === 'user').map(([name]) => name)

test('each operation of a user is refused without a session, and none reaches the service', async () => {
  const { browser, pool } = testServer()
  expect(BY_USER.length).toBeGreaterThan(20)
  for (const operation of BY_USER) {
    const answer = await browser.call(operation, { AccessToken: GRANTED.AccessToken })
    expect(answer.body, operation).toMatchObject({ __type: 'NotAuthorizedException' })
  }
  expect(pool.requests).toEqual([])
})

test.each([...OPERATIONS].filter(([, { kind }]) => kind !== 'sign-in' && kind !== 'refresh' && kind !== 'sign-out'))(
  '%s hands on its own fields and hands back its own fields',
  async (name, { kind, request, response }) => {
    const { browser, pool } = await signedIn()
    const fields = request.filter((field) => field !== 'Session')
    const given = Object.fromEntries(fields.map((field) => [field, `given ${field}`]))
    const answered = Object.fromEntries(response.map((field) => [field, `answer ${field}`]))
    pool.on(name, { json: { ...answered, AccessToken: 'x', Unknown: 'x' } })
    const { body } = await browser.call(name, { ...given, Unknown: 'x', RefreshToken: 'x', ClientSecret: 'x' })
    expect(body).toEqual(answered)
    expect(pool.payload(name)).toEqual(
      kind === 'user'
        ? { ...given, AccessToken: GRANTED.AccessToken }
        : { ...given, ClientId: 'web', SecretHash: expect.stringMatching(/^.{43}=$/) },
    )
  },
)

test('an authenticator is set up during a sign-in by its Session, not by the tokens of who is here', async () => {
  const { browser, pool } = await signedIn()
  pool.on('AssociateSoftwareToken', { json: { SecretCode: 'ABC', Session: 's2' } })
  const AccessToken = GRANTED.AccessToken
  expect((await browser.call('AssociateSoftwareToken', { Session: 's1', AccessToken })).body).toEqual({
    SecretCode: 'ABC',
    Session: 's2',
  })
  expect(pool.payload('AssociateSoftwareToken')).toEqual({ Session: 's1' })
  await browser.call('AssociateSoftwareToken', { AccessToken })
  expect(pool.payload('AssociateSoftwareToken', 1)).toEqual({ AccessToken })
})

test.each(['GlobalSignOut', 'DeleteUser'])('%s ends the session here when it succeeds', async (operation) => {
  const { browser, pool, sessions } = await signedIn()
  pool.on(operation, failure('TooManyRequestsException'), { text: '' })
  const copied = browser.copy()
  await browser.call(operation)
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'ana' })
  expect(await browser.call(operation)).toMatchObject({ status: 200, text: '{}' })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('signing out revokes what the cookies hold and removes them; without cookies it is done already', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', { text: '' })
  const copied = browser.copy()
  expect(await browser.call('RevokeToken', { Token: 'other', ClientId: 'web' })).toMatchObject({ text: '{}' })
  expect(pool.payload('RevokeToken')).toEqual({
    Token: 'refresh-secret',
    ClientId: 'web',
    ClientSecret: 'client-secret',
  })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
  expect(await copied.call('GetUser')).toMatchObject({ status: 400 })
  const again = await browser.call('RevokeToken', { Token: HELD_BY_SERVER })
  expect(again).toMatchObject({ status: 200, text: '{}' })
  expect(again.headers.getSetCookie().length).toBeGreaterThan(0)
  expect(pool.operations.filter((name) => name === 'RevokeToken')).toHaveLength(1)
})

test('signing out ends the session here also when the service cannot be asked, and says so', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', 'drop')
  const copied = browser.copy()
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 502, body: { __type: 'NetworkError' } })
  expect(browser.cookies.size).toBe(0)
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('signing out revokes and removes the cookies also while the store fails, whose owner hears of it', async () => {
  const faults: unknown[] = []
  let isDown = false
  const fail = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(null))
  const { browser, pool } = await signedIn({
    store: { get: fail, set: fail },
    onFault: (fault) => faults.push(String(fault)),
  })
  pool.on('RevokeToken', { json: {} })
  isDown = true
  expect(await browser.call('RevokeToken')).toMatchObject({ status: 200 })
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
  expect(browser.cookies.size).toBe(0)
  expect(new Set(faults)).toEqual(new Set(['Error: down']))
})

test('cookies of a session that could not be revoked stay signed out as long as browsers keep them', async () => {
  const { browser, pool, sessions, clock } = await signedIn({ cookie: { maxAgeSeconds: 24 * 3600 } })
  pool.on('RevokeToken', 'drop')
  const copied = browser.copy()
  await browser.call('RevokeToken')
  clock.nowMs += 24 * 3_600_000 - 1000
  expect(await sessions.readSession(copied.source)).toBeNull()
})

test('a device confirmed or forgotten while the tokens were renewed does not bring the old ones back', async () => {
  const { browser, pool, sessions, clock } = await signedIn()
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } })
  const page = browser.copy()
  pool.on('ConfirmDevice', async () => {
    await page.call('GetTokensFromRefreshToken')
    return { json: {} }
  })
  await browser.call('ConfirmDevice', { DeviceKey: 'device-1' })
  clock.nowMs += 3_600_000
  await sessions.renewSession(browser.source)
  expect(pool.payload('GetTokensFromRefreshToken', 1)).toMatchObject({
    RefreshToken: 'refresh-2',
    DeviceKey: 'device-1',
  })
})

test('a device is confirmed also when the store fails on the way back', async () => {
  let isDown = false
  const answering = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(null))
  const { browser, pool } = await signedIn({ store: { get: answering, set: answering } })
  pool.on('ConfirmDevice', () => {
    isDown = true
    return { json: {} }
  })
  const answer = await browser.call('ConfirmDevice', { DeviceKey: 'device-1' })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toHaveLength(1)
})

test('who signs in anew replaces the old session, which is revoked', async () => {
  const { browser, pool, sessions } = await signedIn()
  pool.on('RevokeToken', 'drop', { json: {} })
  const copied = browser.copy()
  await browser.signIn(tokens({ username: 'bia', refreshToken: 'refresh-2' }))
  expect(pool.payload('RevokeToken')).toMatchObject({ Token: 'refresh-secret' })
  expect(await sessions.readSession(copied.source)).toBeNull()
  expect(await sessions.readSession(browser.source)).toMatchObject({ username: 'bia' })
})

test('what a page adopts after a reload is what a sign-in gave it', async () => {
  const { browser } = await signedIn()
  const { text, body, headers } = await browser.send('/auth/session')
  expect(body).toEqual({
    session: {
      idToken: unsigned(GRANTED.IdToken),
      accessToken: unsigned(GRANTED.AccessToken),
      refreshToken: HELD_BY_SERVER,
    },
  })
  expectNoSecret(text)
  expect(headers.get('content-type')).toBe('application/json')
})
