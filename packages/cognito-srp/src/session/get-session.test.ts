import { expect, test, vi } from 'vitest'

import { MapStorage, rejection, testClient } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { jwt, NOW_MS, NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { NetworkError, ServiceError, SessionError, StorageError } from '../errors.ts'
import { currentUsername, getAccessToken, getSession } from './get-session.ts'
import { signOut } from './sign-out.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const fresh = tokens()
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const renewed = tokens({ refreshToken: 'refresh-2' })

function without(item: string, result = fresh): Record<string, string> {
  const { [`${PREFIX}.ana.${item}`]: _left, ...items } = storedItems(result)
  return items
}

test('a stored session that is valid is returned without a request', async () => {
  const { client, pool } = testClient({ items: storedItems(fresh) })
  expect(await getSession(client)).toEqual({
    username: 'ana',
    idToken: { jwt: fresh.IdToken, claims: expect.objectContaining({ 'cognito:username': 'ana' }) },
    accessToken: { jwt: fresh.AccessToken, claims: expect.objectContaining({ username: 'ana' }) },
    refreshToken: 'refresh-1',
    clockDriftSeconds: 0,
  })
  expect(pool.requests).toEqual([])
})

test.each([
  ['no user is signed in', {}, 'nobody', 'Username is null. Cannot retrieve a new session'],
  ['the id token is missing', without('idToken'), 'ended', 'Local storage is missing an ID Token, Please authenticate'],
  [
    'the session has expired and there is no refresh token',
    without('refreshToken', ended),
    'ended',
    'Cannot retrieve a new session. Please authenticate.',
  ],
])('getSession rejects with a SessionError that contains the reason when %s', async (_case, items, reason, message) => {
  const { client, pool, storage } = testClient({ items })
  const error = await rejection(getSession(client))
  expect(error).toBeInstanceOf(SessionError)
  expect(error).toMatchObject({ message, reason, code: 'SessionError', name: 'SessionError' })
  expect(pool.requests).toEqual([])
  expect(Object.fromEntries(storage.items)).toEqual(items)
})

test.each([
  ['has expired', storedItems(ended)],
  ['expires within the margin', storedItems(tokens({ iat: NOW_SECONDS - 3570 }))],
  ['lacks the access token', without('accessToken')],
  [
    'contains tokens of two users',
    { ...storedItems(fresh), [`${PREFIX}.ana.accessToken`]: tokens({ username: 'bia' }).AccessToken },
  ],
  [
    'contains tokens of two sign-ins',
    { ...storedItems(fresh), [`${PREFIX}.ana.accessToken`]: tokens({ originJti: 'other' }).AccessToken },
  ],
  [
    'contains an id token without times',
    { ...storedItems(fresh), [`${PREFIX}.ana.idToken`]: jwt({ sub: 'sub-of-ana' }) },
  ],
  [
    'contains a truncated access token',
    { ...storedItems(fresh), [`${PREFIX}.ana.accessToken`]: fresh.AccessToken.slice(0, 40) },
  ],
])('a stored session that %s is refreshed', async (_case, items) => {
  const { client, pool, storage } = testClient({ items })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  expect(await getSession(client)).toMatchObject({
    accessToken: { jwt: renewed.AccessToken },
    refreshToken: 'refresh-2',
  })
  expect(pool.payload('GetTokensFromRefreshToken')).toEqual({ ClientId: 'web', RefreshToken: 'refresh-1' })
  expect(Object.fromEntries(storage.items)).toEqual({
    ...storedItems(renewed),
    [`${PREFIX}.ana.clockDriftSeconds`]: '0',
  })
})

test('a session without a refresh token is used until it expires, even inside the margin', async () => {
  const { client } = testClient({ items: without('refreshToken', tokens({ iat: NOW_SECONDS - 3599 })) })
  expect(await getSession(client)).not.toHaveProperty('refreshToken')
})

test('the margin is 30 seconds unless configured', async () => {
  const items = storedItems(tokens({ iat: NOW_SECONDS - 3569 }))
  const { client, pool } = testClient({ items })
  await getSession(client)
  expect(pool.requests).toEqual([])
  const careful = testClient({ items, refreshMarginSeconds: 60 })
  careful.pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  await getSession(careful.client)
  expect(careful.pool.operations).toEqual(['GetTokensFromRefreshToken'])
})

test.each([
  ['a missing drift counts as zero', {}, false],
  ['a small drift is used, whatever its unit', { clockDrift: '59' }, false],
  [
    'a large drift without clockDriftSeconds causes a refresh, because it may be in milliseconds',
    { clockDrift: '60' },
    true,
  ],
  ['a large negative drift without clockDriftSeconds causes a refresh', { clockDrift: '-1500' }, true],
  [
    'a large drift that equals clockDriftSeconds causes no refresh, because it is in seconds',
    { clockDrift: '1500', clockDriftSeconds: '1500' },
    false,
  ],
  [
    'a large drift that differs from clockDriftSeconds causes a refresh',
    { clockDrift: '-900', clockDriftSeconds: '1500' },
    true,
  ],
  ['a drift that is not a number causes a refresh', { clockDrift: 'NaN', clockDriftSeconds: 'NaN' }, true],
])('%s', async (_case, drift, isRefreshed) => {
  const { [`${PREFIX}.ana.clockDrift`]: _drift, ...items } = storedItems(fresh)
  for (const [item, value] of Object.entries(drift)) items[`${PREFIX}.ana.${item}`] = value
  const { client, pool } = testClient({ items })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  await getSession(client)
  expect(pool.requests).toHaveLength(isRefreshed ? 1 : 0)
})

test('a session does not expire early if the clock is hours ahead', async () => {
  const { client, pool, clock } = testClient({ items: storedItems(ended) })
  clock.nowMs = NOW_MS + 5 * 3_600_000
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: fresh } })
  expect(await getSession(client)).toMatchObject({ clockDriftSeconds: 18_000 })
  clock.nowMs += 3_500_000
  await getSession(client)
  expect(pool.requests).toHaveLength(1)
  clock.nowMs += 100_000
  await getSession(client)
  expect(pool.requests).toHaveLength(2)
})

test('a forced refresh renews tokens that are still valid', async () => {
  const { client, pool } = testClient({ items: storedItems(fresh) })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  expect(await getSession(client, { forceRefresh: true })).toMatchObject({ refreshToken: 'refresh-2' })
})

test('the user name comes from the access token, even if another client stored a different name', async () => {
  const { client } = testClient({ items: storedItems(fresh, { username: 'ana@example.com' }) })
  expect((await getSession(client)).username).toBe('ana')
  expect(await currentUsername(client)).toBe('ana')
})

test('currentUsername returns the user even after the session has expired, and null after a sign-out', async () => {
  expect(await currentUsername(testClient({ items: storedItems(ended) }).client)).toBe('ana')
  expect(await currentUsername(testClient({ items: without('accessToken') }).client)).toBe('ana')
  const nameless = { ...storedItems(fresh), [`${PREFIX}.ana.accessToken`]: jwt({ exp: NOW_SECONDS, username: '' }) }
  expect(await currentUsername(testClient({ items: nameless }).client)).toBe('ana')
  expect(await currentUsername(testClient().client)).toBeNull()
})

test('an empty user name in the storage counts as signed out', async () => {
  const { client } = testClient({ items: { 'CognitoIdentityServiceProvider.web.LastAuthUser': '' } })
  expect(await currentUsername(client)).toBeNull()
})

test('users’ items stay separate even if user names contain dots, at signs or emoji', async () => {
  const username = 'ana.idToken@é🎓'
  const ana = storedItems(fresh)
  const { client, storage } = testClient({ items: { ...ana, ...storedItems(tokens({ username }), { username }) } })
  expect((await getSession(client)).username).toBe(username)
  await signOut(client)
  expect(Object.keys(ana).filter((key) => storage.getItem(key) === null)).toEqual([`${PREFIX}.LastAuthUser`])
})

test('getAccessToken returns the token, and rejects with the same message whenever there is no session', async () => {
  expect(await getAccessToken(testClient({ items: storedItems(fresh) }).client)).toBe(fresh.AccessToken)
  for (const [items, reason] of [
    [{}, 'nobody'],
    [without('idToken'), 'ended'],
    [without('refreshToken', ended), 'ended'],
  ] as const) {
    const error = await rejection(getAccessToken(testClient({ items }).client))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ message: 'No user logged in', reason, cause: expect.any(SessionError) })
  }
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on('GetTokensFromRefreshToken', failure('NotAuthorizedException'))
  const refused = { message: 'No user logged in', reason: 'refused', cause: expect.any(ServiceError) }
  expect(await rejection(getAccessToken(client))).toMatchObject(refused)
})

test('getAccessToken can force a renewal, and its signal ends the wait', async () => {
  const { client, pool } = testClient({ items: storedItems(fresh) })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  expect(await getAccessToken(client, { forceRefresh: true })).toBe(renewed.AccessToken)
  const signal = AbortSignal.abort(new Error('left'))
  expect(await rejection(getAccessToken(client, { signal }))).toEqual(new Error('left'))
})

test('getAccessToken rejects with a NetworkError, not a SessionError, if only the network fails', async () => {
  vi.useFakeTimers()
  try {
    const { client, pool } = testClient({ items: storedItems(ended) })
    pool.on('GetTokensFromRefreshToken', 'drop')
    const failed = rejection(getAccessToken(client))
    await vi.runAllTimersAsync()
    expect(await failed).toBeInstanceOf(NetworkError)
  } finally {
    vi.useRealTimers()
  }
})

test('if the storage throws, getSession and getAccessToken reject with a StorageError, not a SessionError', async () => {
  const storage = new MapStorage(storedItems(fresh))
  storage.getItem = () => {
    throw new Error('blocked')
  }
  const { client } = testClient({ storage })
  const error = await rejection(getSession(client))
  expect(error).toBeInstanceOf(StorageError)
  expect(error).toMatchObject({ code: 'StorageError', cause: new Error('blocked') })
  expect(await rejection(getAccessToken(client))).toBeInstanceOf(StorageError)
})

test('getSession reads and writes a storage whose methods return promises', async () => {
  const items = new MapStorage(storedItems(ended))
  const { client, pool } = testClient({
    storage: Object.assign(new MapStorage(), {
      getItem: async (key: string) => items.getItem(key),
      setItem: async (key: string, value: string) => items.setItem(key, value),
      removeItem: async (key: string) => items.removeItem(key),
    }),
  })
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: renewed } })
  await getSession(client)
  expect(items.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2')
})
