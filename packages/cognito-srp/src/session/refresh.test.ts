import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, MapStorage, rejection, testClient } from '../../test/clients.ts'
import { failure, ScriptedPool, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { NetworkError, ServiceError, SessionError, StorageError, TimeoutError } from '../errors.ts'
import { memoryStorage } from '../storage/token-storage.ts'
import { onAuthChange } from './events.ts'
import { getAccessToken, getSession } from './get-session.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const REFRESH = 'GetTokensFromRefreshToken'
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const almostEnded = tokens({ iat: NOW_SECONDS - 3580 })
const renewed = tokens({ refreshToken: 'refresh-2' })
const renewal: ScriptedAnswer = { json: { AuthenticationResult: renewed } }
const DEVICE = { [`${PREFIX}.ana.deviceKey`]: 'device-1' }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('five parallel calls share one refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, renewal)
  const sessions = await Promise.all(Array.from({ length: 5 }, () => getSession(client)))
  expect(pool.operations).toEqual([REFRESH])
  expect(new Set(sessions.map(({ accessToken }) => accessToken.jwt))).toEqual(new Set([renewed.AccessToken]))
})

test('five parallel calls share the retries and their failure', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, 'drop')
  const sessions = Array.from({ length: 5 }, () => rejection(getSession(client)))
  const errors = await afterTimers(Promise.all(sessions))
  expect(pool.requests).toHaveLength(7) // delays of 0.1 to 3.2 s between them; the next delay would exceed 5 s
  expect(new Set(errors).size).toBe(1)
})

test('two clients that share a storage also share a refresh', async () => {
  const storage = new MapStorage(storedItems(ended))
  const pool = new ScriptedPool().on(REFRESH, renewal, failure('RefreshTokenReuseException'))
  const one = testClient({ storage, pool })
  const other = testClient({ storage, pool })
  const [first, second] = await Promise.all([getSession(one.client), getSession(other.client)])
  expect(pool.operations).toEqual([REFRESH])
  expect(second).toEqual(first)
})

test('a forced refresh during the refresh of another client gets that client’s tokens', async () => {
  const storage = new MapStorage(storedItems(tokens()))
  const later = tokens({ iat: NOW_SECONDS + 1, refreshToken: 'refresh-2' })
  const pool = new ScriptedPool().on(
    REFRESH,
    { json: { AuthenticationResult: later } },
    failure('NotAuthorizedException'),
  )
  const one = testClient({ storage, pool })
  const other = testClient({ storage, pool })
  const both = [getSession(one.client, { forceRefresh: true }), getSession(other.client, { forceRefresh: true })]
  expect((await Promise.all(both)).map(({ refreshToken }) => refreshToken)).toEqual(['refresh-2', 'refresh-2'])
  expect(pool.operations).toEqual([REFRESH])
})

test('the lock is held during each attempt, but not between attempts', async () => {
  let held = 0
  const heldWhenSleeping: number[] = []
  const { client, pool } = testClient({
    items: storedItems(ended),
    lock: async (name, work) => {
      expect(name).toBe('cognito-srp.web.ana')
      held += 1
      try {
        return await work()
      } finally {
        held -= 1
      }
    },
  })
  const sleep = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delayMs: number) => {
    if (delayMs < 1000) heldWhenSleeping.push(held)
    return sleep(run, delayMs)
  }) as typeof setTimeout)
  pool.on(REFRESH, 'drop', 'drop', renewal)
  await afterTimers(getSession(client))
  expect(heldWhenSleeping).toEqual([0, 0])
  expect(pool.requests).toHaveLength(3)
})

test('without rotation, the refresh token stays stored', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, { json: { AuthenticationResult: tokens({ refreshToken: undefined }) } })
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-1')
})

test.each<[string, ScriptedAnswer, new (...args: never[]) => Error]>([
  ['a dropped connection', 'drop', NetworkError],
  ['a timeout', 'hang', TimeoutError],
  ['an HTML 502', { status: 502, text: '<html>' }, ServiceError],
  ['an empty body', { text: '' }, ServiceError],
  ['truncated JSON', { text: '{"AuthenticationResult":{"IdTo' }, ServiceError],
  ['a page instead of JSON', { text: '<p>', headers: { 'content-type': 'text/html' } }, ServiceError],
  ['throttling', failure('TooManyRequestsException'), ServiceError],
])(
  'a refresh that fails because of %s is tried seven times, and the stored items stay unchanged',
  async (_case, answer, errorClass) => {
    const items = { ...storedItems(ended), ...DEVICE }
    const { client, pool, storage } = testClient({ items })
    pool.on(REFRESH, answer)
    expect(await afterTimers(rejection(getSession(client)))).toBeInstanceOf(errorClass)
    expect(pool.requests).toHaveLength(7)
    expect(Object.fromEntries(storage.items)).toEqual(items)
  },
)

test('a refresh that succeeds on a retry returns the new session', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { __type: 'TooManyRequestsException' } }
  pool.on(REFRESH, 'drop', { status: 503, text: '' }, busy, renewal)
  expect(await afterTimers(getSession(client))).toMatchObject({ refreshToken: 'refresh-2' })
})

test('a refresh stops immediately and keeps the tokens if Retry-After is longer than 5 seconds', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, { status: 429, headers: { 'retry-after': '6' }, json: { __type: 'TooManyRequestsException' } })
  expect(await rejection(getSession(client))).toMatchObject({ code: 'TooManyRequestsException', retryAfterMs: 6000 })
  expect(pool.requests).toHaveLength(1)
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
})

test.each([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
])('%s removes the tokens and user data after one request, keeps the device key, and sends signedOut', async (code) => {
  const items = { ...storedItems(ended), ...DEVICE, [`${PREFIX}.ana.userData`]: '{}' }
  const { client, pool, storage } = testClient({ items })
  pool.on(REFRESH, failure(code))
  const events: unknown[] = []
  onAuthChange(client, (event) => events.push(event))
  expect(await afterTimers(rejection(getSession(client)))).toMatchObject({ name: 'ServiceError', code })
  expect(pool.requests).toHaveLength(1)
  expect(Object.fromEntries(storage.items)).toEqual(DEVICE)
  expect(events).toEqual([{ type: 'signedOut', username: 'ana', reason: 'refused' }])
})

test('if the service rejects a refresh, getAccessToken reports that no user is logged in', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  const error = await rejection(getAccessToken(client))
  expect(error).toMatchObject({ message: 'No user logged in', cause: expect.any(ServiceError) })
})

test.each(['LimitExceededException', 'InvalidParameterException', 'ResourceNotFoundException'])(
  '%s is not retried and does not sign the user out',
  async (code) => {
    const { client, pool, storage } = testClient({ items: storedItems(ended) })
    pool.on(REFRESH, failure(code))
    expect(await rejection(getSession(client))).toMatchObject({ code })
    expect(pool.requests).toHaveLength(1)
    expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
  },
)

test('RefreshTokenReuseException does not sign the user out if another tab has stored new tokens meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(storedItems(renewed))) storage.setItem(key, value)
    return failure('RefreshTokenReuseException')
  })
  expect(await afterTimers(getSession(client))).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test.each(['drop', 'hang', failure('TooManyRequestsException')] as ScriptedAnswer[])(
  'inside the margin, getSession returns the valid session if the refresh fails with %j',
  async (answer) => {
    const { client, pool } = testClient({ items: storedItems(almostEnded), refreshMarginSeconds: 30 })
    pool.on(REFRESH, answer)
    expect(await afterTimers(getSession(client))).toMatchObject({ accessToken: { jwt: almostEnded.AccessToken } })
  },
)

test('inside the margin, a rejection still signs the user out and a forced refresh still fails', async () => {
  const refused = testClient({ items: storedItems(almostEnded) })
  refused.pool.on(REFRESH, failure('NotAuthorizedException'))
  expect(await rejection(getSession(refused.client))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(refused.storage.items.size).toBe(0)
  const forced = testClient({ items: storedItems(almostEnded) })
  forced.pool.on(REFRESH, 'drop')
  expect(await afterTimers(rejection(getSession(forced.client, { forceRefresh: true })))).toBeInstanceOf(NetworkError)
})

test('if the storage is full, a refresh rejects with a StorageError and leaves the previous session intact', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, renewal)
  storage.setItem = () => {
    throw new DOMException('quota', 'QuotaExceededError')
  }
  const error = await rejection(getSession(client))
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ code: 'StorageError', cause: { name: 'QuotaExceededError' } })
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
})

test.each([1, 2, 3, 4])('a refresh that fails after %i writes does not leave a mixed session', async (writes) => {
  const storage = new MapStorage(storedItems(ended))
  const { client, pool } = testClient({ storage })
  const later = tokens({ iat: NOW_SECONDS, originJti: 'rotated', refreshToken: 'refresh-2' })
  pool.on(REFRESH, { json: { AuthenticationResult: later } })
  let left = writes
  storage.setItem = (key, value) => {
    if (left === 0) throw new Error('full')
    left -= 1
    storage.items.set(key, value)
  }
  expect(await rejection(getSession(client))).toBeInstanceOf(StorageError)
  left = Number.POSITIVE_INFINITY
  expect(await getSession(client)).toMatchObject({
    idToken: { jwt: later.IdToken },
    accessToken: { jwt: later.AccessToken },
    refreshToken: 'refresh-2',
  })
})

test.each([
  ['no id token', { AccessToken: renewed.AccessToken }],
  ['no access token', { IdToken: renewed.IdToken }],
  ['no tokens', undefined],
])('a response with %s is rejected and the session is kept', async (_case, AuthenticationResult) => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, { json: { AuthenticationResult } })
  const error = await rejection(getSession(client))
  expect(error).toBeInstanceOf(SessionError)
  const message = 'Id token and Access Token must be present.'
  expect(error).toMatchObject({ message, reason: 'foreign-tokens', operation: REFRESH })
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
})

test('listeners get one event for a refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, renewal)
  const events: unknown[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  await Promise.all([getSession(client), getSession(client)])
  await vi.waitFor(() => expect(events).toEqual([{ type: 'refreshed', username: 'ana' }]))
  stop()
})

test('memory storage keeps a refreshed session', async () => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(storedItems(ended))) await storage.setItem(key, value)
  const pool = new ScriptedPool().on(REFRESH, renewal)
  const { client } = testClient({ pool, storage: storage as MapStorage })
  await getSession(client)
  await getSession(client)
  expect(pool.requests).toHaveLength(1)
})

test.each(['PASSWORD', 'PASSWORD_SRP', 'SELECT_CHALLENGE'])(
  'a refresh whose response contains tokens and the challenge %s rejects with a ChallengeError and changes nothing',
  async (ChallengeName) => {
    const { client, pool, storage } = testClient({ items: storedItems(ended) })
    pool.on(REFRESH, { json: { ChallengeName, AuthenticationResult: renewed } })
    expect(await rejection(getSession(client))).toMatchObject({
      name: 'ChallengeError',
      message: `The service requests ${ChallengeName}, which requires a sign-in with flow: 'USER_AUTH'.`,
      operation: REFRESH,
    })
    expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
  },
)
