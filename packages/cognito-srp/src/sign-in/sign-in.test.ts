import { expect, test } from 'vitest'

import { MapStorage, rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { passwordVerifier, SRP_PARAMETERS } from '../../test/srp-parameters.ts'
import { jwt, NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { ChallengeError, SessionError, SrpError, StorageError } from '../errors.ts'
import { getSession } from '../session/get-session.ts'
import { signIn, type SignInRequest } from './sign-in.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const SRP_A = expect.stringMatching(/^[1-9a-f][0-9a-f]{700,767}$/)
const granted = { json: { AuthenticationResult: tokens(), ChallengeParameters: {} } }

test('an SRP sign-in sends A, proves the password with the service’s user name, and stores the session', async () => {
  const { client, pool, storage } = testClient()
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', granted)
  const step = await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })
  expect(step).toMatchObject({ name: 'SIGNED_IN', session: { username: 'ana', refreshToken: 'refresh-1' } })
  expect(step).not.toHaveProperty('device')
  expect(pool.payload('InitiateAuth')).toEqual({
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana@example.com', SRP_A },
  })
  expect(pool.payload('RespondToAuthChallenge')).toEqual({
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: 'web',
    ChallengeResponses: {
      USERNAME: 'ana',
      PASSWORD_CLAIM_SECRET_BLOCK: SRP_PARAMETERS['SECRET_BLOCK'],
      PASSWORD_CLAIM_SIGNATURE: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      TIMESTAMP: 'Tue Nov 3 04:05:06 UTC 2026',
    },
  })
  expect(Object.fromEntries(storage.items)).toEqual({
    ...storedItems(tokens()),
    [`${PREFIX}.ana.clockDriftSeconds`]: '0',
  })
})

test('the second request contains the Session of the first response', async () => {
  const { client, pool } = testClient()
  pool
    .on('InitiateAuth', { json: { ...passwordVerifier('ana'), Session: 's-1' } })
    .on('RespondToAuthChallenge', granted)
  await signIn(client, { username: 'ana', password: 'Senha-123' })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({ Session: 's-1' })
})

test.each<[string, Partial<SignInRequest>, object]>([
  [
    'USER_PASSWORD_AUTH sends the password',
    { flow: 'USER_PASSWORD_AUTH', password: 'Senha-123' },
    { PASSWORD: 'Senha-123' },
  ],
  ['CUSTOM_AUTH sends only the user name', { flow: 'CUSTOM_AUTH' }, {}],
  [
    'CUSTOM_AUTH with a password starts with SRP',
    { flow: 'CUSTOM_AUTH', password: 'Senha-123' },
    { CHALLENGE_NAME: 'SRP_A', SRP_A },
  ],
  ['USER_AUTH lets the service choose', { flow: 'USER_AUTH' }, {}],
  [
    'USER_AUTH sends the preferred challenge',
    { flow: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP', password: 'Senha-123' },
    { PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  ],
  [
    'USER_AUTH with the preference PASSWORD sends the password',
    { flow: 'USER_AUTH', preferredChallenge: 'PASSWORD', password: 'Senha-123' },
    { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD: 'Senha-123' },
  ],
  [
    'USER_AUTH with a password alone proves it by SRP',
    { flow: 'USER_AUTH', password: 'Senha-123' },
    { PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A },
  ],
  [
    'USER_AUTH can prefer SRP without a password',
    { flow: 'USER_AUTH', preferredChallenge: 'PASSWORD_SRP' },
    { PREFERRED_CHALLENGE: 'PASSWORD_SRP' },
  ],
])('%s', async (_case, request, parameters) => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', granted)
  await signIn(client, { username: 'ana', ...request })
  expect(pool.payload('InitiateAuth')).toEqual({
    AuthFlow: request.flow,
    ClientId: 'web',
    AuthParameters: { USERNAME: 'ana', ...parameters },
  })
})

test('signIn sends the signUpSession in its first request', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', granted)
  const step = await signIn(client, { username: 'ana', flow: 'USER_AUTH', signUpSession: 's-2' })
  expect(step).toMatchObject({ name: 'SIGNED_IN' })
  expect(pool.payload('InitiateAuth')).toEqual({
    AuthFlow: 'USER_AUTH',
    ClientId: 'web',
    Session: 's-2',
    AuthParameters: { USERNAME: 'ana' },
  })
})

test('metadata, validation data, context data and analytics metadata are sent in the service’s format', async () => {
  const { client, pool } = testClient({
    userContextData: (username) => ({ encodedData: `context of ${username}`, ipAddress: '192.0.2.1' }),
    analyticsMetadata: { analyticsEndpointId: 'endpoint-1' },
  })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', granted)
  await signIn(client, {
    username: 'a@b.c',
    password: 'Senha-123',
    clientMetadata: { locale: 'pt', step: 'both' },
    validationData: { step: 'first' },
  })
  expect(pool.payload('InitiateAuth')).toMatchObject({
    ClientMetadata: { locale: 'pt', step: 'first' },
    UserContextData: { EncodedData: 'context of a@b.c', IpAddress: '192.0.2.1' },
    AnalyticsMetadata: { AnalyticsEndpointId: 'endpoint-1' },
  })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({
    ClientMetadata: { locale: 'pt', step: 'both' },
    UserContextData: { EncodedData: 'context of ana', IpAddress: '192.0.2.1' },
    AnalyticsMetadata: { AnalyticsEndpointId: 'endpoint-1' },
  })
})

test('a string from userContextData is sent as EncodedData', async () => {
  const { client, pool } = testClient({ userContextData: () => 'encoded' })
  pool.on('InitiateAuth', granted)
  await signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })
  expect(pool.payload('InitiateAuth')).toMatchObject({ UserContextData: { EncodedData: 'encoded' } })
})

test('the secret hash is computed from the typed user name in the first request, and from the service’s user name in the second', async () => {
  const { client, pool } = testClient({ clientSecret: 'secret' })
  pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', granted)
  await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })
  // These hashes were computed with: printf '%s' 'ana@example.comweb' | openssl dgst -sha256 -hmac secret -binary | base64, and
  // again with 'anaweb'
  expect(pool.payload('InitiateAuth')).toMatchObject({
    AuthParameters: { SECRET_HASH: 'OCTmTDPp9hHGuAKGh2edehUA3CSj0xJdenOEg6yYyDM=' },
  })
  expect(pool.payload('RespondToAuthChallenge')).toMatchObject({
    ChallengeResponses: { SECRET_HASH: 'QJ592q/Mqb9uW5DU20ca+djNF3foA9JmrrhqANt3Uw4=' },
  })
})

test.each(['NotAuthorizedException', 'LimitExceededException', 'TooManyRequestsException', 'InternalErrorException'])(
  'signIn rejects immediately after %s, without retrying the request',
  async (code) => {
    for (const operation of ['InitiateAuth', 'RespondToAuthChallenge']) {
      const { client, pool, storage } = testClient()
      pool.on('InitiateAuth', { json: passwordVerifier('ana') }).on('RespondToAuthChallenge', granted)
      pool.on(operation, failure(code, 'Incorrect username or password.'))
      const error = await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
      expect(error).toMatchObject({ name: 'ServiceError', code, message: 'Incorrect username or password.' })
      expect(pool.operations.filter((name) => name === operation)).toHaveLength(1)
      expect(storage.items.size).toBe(0)
    }
  },
)

test.each([
  ['0', 'B cannot be zero.'],
  ['not hex', expect.any(String)],
  ['', expect.any(String)],
])('the invalid B "%s" ends the sign-in before a proof is sent', async (SRP_B, message) => {
  const { client, pool } = testClient()
  const ChallengeParameters = { ...SRP_PARAMETERS, SRP_B, USER_ID_FOR_SRP: 'ana' }
  pool.on('InitiateAuth', { json: { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters } })
  const error = await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
  expect(error).toBeInstanceOf(SrpError)
  expect(error).toMatchObject({ message })
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test.each([
  ['no id token', { AccessToken: tokens().AccessToken }, 'Id token and Access Token must be present.'],
  ['no access token', { IdToken: tokens().IdToken }, 'Id token and Access Token must be present.'],
  ['no tokens', {}, 'Id token and Access Token must be present.'],
  ['no AuthenticationResult', undefined, 'Id token and Access Token must be present.'],
  ['an id token without times', { ...tokens(), IdToken: jwt({ sub: 'x' }) }, expect.stringContaining('iat')],
])(
  'signIn throws a SessionError and stores nothing if the response contains %s',
  async (_case, AuthenticationResult, message) => {
    const { client, pool, storage } = testClient()
    pool.on('InitiateAuth', { json: { AuthenticationResult } })
    const error = await rejection(signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' }))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ message })
    expect(storage.items.size).toBe(0)
  },
)

test.each([
  ['PASSWORD_VERIFIER', 2],
  ['DEVICE_SRP_AUTH', 2],
  ['DEVICE_PASSWORD_VERIFIER', 1],
])('a sign-in fails if the service repeatedly requests %s', async (ChallengeName, requests) => {
  const device = { deviceKey: 'key', deviceGroupKey: 'group', randomPasswordKey: 'password' }
  const items = Object.fromEntries(Object.entries(device).map(([item, value]) => [`${PREFIX}.ana.${item}`, value]))
  const { client, pool } = testClient({ items })
  const again = { json: { ChallengeName, ChallengeParameters: { ...SRP_PARAMETERS, USERNAME: 'ana' } } }
  pool.on('InitiateAuth', again).on('RespondToAuthChallenge', again)
  const error = await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))
  expect(error).toBeInstanceOf(ChallengeError)
  expect(pool.requests).toHaveLength(requests)
})

test('the clock drift is measured when the tokens arrive', async () => {
  const { client, pool } = testClient()
  pool.on('InitiateAuth', { json: { AuthenticationResult: tokens({ iat: NOW_SECONDS - 4000 }) } })
  await signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' })
  const session = await getSession(client)
  expect(session.clockDriftSeconds).toBe(4000)
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('if the storage fails during a sign-in, getSession finds no session', async () => {
  const storage = new MapStorage()
  const { client, pool } = testClient({ storage })
  pool.on('InitiateAuth', granted)
  storage.setItem = (key, value) => {
    if (key.endsWith('idToken')) throw new Error('full')
    storage.items.set(key, value)
  }
  expect(await rejection(signIn(client, { username: 'ana', flow: 'CUSTOM_AUTH' }))).toBeInstanceOf(StorageError)
  expect(await rejection(getSession(client))).toMatchObject({
    message: 'Username is null. Cannot retrieve a new session',
  })
})

test('if the signal aborts between the steps, the client does not send the password proof', async () => {
  const { client, pool } = testClient()
  const controller = new AbortController()
  pool.on('InitiateAuth', () => {
    queueMicrotask(() => controller.abort(new Error('left')))
    return { json: passwordVerifier('ana') }
  })
  const request = { username: 'ana', password: 'Senha-123', signal: controller.signal }
  expect(await rejection(signIn(client, request))).toEqual(new Error('left'))
  expect(pool.operations).toEqual(['InitiateAuth'])
})

test('no error from signIn contains the password, a token or the client secret', async () => {
  const { client, pool } = testClient({ clientSecret: 'hush-secret' })
  const secrets = ['Senha-123', tokens().AccessToken, tokens().IdToken, 'hush-secret']
  pool.on('InitiateAuth', { json: passwordVerifier('ana') })
  pool.on('RespondToAuthChallenge', failure('NotAuthorizedException'), { text: `<p>${secrets.join()}` }, 'drop', {
    json: { AuthenticationResult: { AccessToken: tokens().AccessToken } },
  })
  for (const name of ['ServiceError', 'ServiceError', 'NetworkError', 'SessionError']) {
    const error = (await rejection(signIn(client, { username: 'ana', password: 'Senha-123' }))) as Error
    const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(error.name).toBe(name)
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  }
})
