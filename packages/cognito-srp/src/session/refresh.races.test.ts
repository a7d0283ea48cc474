import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, signInWith, testClient } from '../../test/clients.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { SessionError } from '../errors.ts'
import { getSession } from './get-session.ts'
import { signOut } from './sign-out.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const REFRESH = 'GetTokensFromRefreshToken'
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const almostEnded = tokens({ iat: NOW_SECONDS - 3580 })
const renewal: ScriptedAnswer = { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } }

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

test('a sign-out during a refresh wins, and the late tokens are not stored', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const refreshing = rejection(getSession(client))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signOut(client)
  deferred.send(renewal)
  expect(await refreshing).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
  expect(storage.items.size).toBe(0)
})

test('a sign-in during a refresh wins, and the refresh returns the new session', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const refreshing = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia' })
  await signInWith(client, bia)
  deferred.send(renewal)
  expect((await refreshing).username).toBe('bia')
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBeNull()
})

test.each([
  ['stores the new tokens', renewal, 'refresh-2'],
  ['removes rejected tokens', failure('NotAuthorizedException'), null],
])(
  "with accounts: 'many', a refresh for a user who is no longer current %s and returns the current user’s session",
  async (_case, answer, kept) => {
    const bia = storedItems(tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }), { username: 'bia' })
    const { client, pool, storage } = testClient({ items: { ...bia, ...storedItems(ended) }, accounts: 'many' })
    const deferred = deferredResponse()
    pool.on(REFRESH, deferred.script)
    const refreshing = getSession(client)
    await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
    storage.setItem(`${PREFIX}.LastAuthUser`, 'bia') // like another tab
    deferred.send(answer)
    expect((await refreshing).username).toBe('bia')
    expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe(kept)
    expect(storage.getItem(`${PREFIX}.LastAuthUser`)).toBe('bia')
    expect(storage.getItem(`${PREFIX}.bia.refreshToken`)).toBe('refresh-of-bia')
  },
)

test("with accounts: 'many', a sign-in does not end another user’s refresh or its retries", async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), accounts: 'many' })
  pool.on(
    REFRESH,
    async () => {
      await signInWith(client, tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }))
      return 'drop' as const
    },
    renewal,
  )
  expect((await afterTimers(getSession(client))).username).toBe('bia')
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2')
  expect(pool.requests).toHaveLength(2)
})

test("with accounts: 'many', calls share a refresh even if another user signs in meanwhile", async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), accounts: 'many' })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const first = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }))
  storage.setItem(`${PREFIX}.LastAuthUser`, 'ana')
  const second = getSession(client)
  await vi.advanceTimersByTimeAsync(0)
  deferred.send(renewal)
  for (const session of [first, second]) expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test.each([
  ['no other user becomes current', undefined],
  ['another user becomes current', 'bia'],
])(
  "with accounts: 'many', a refresh that waits for the lock sends no request after a sign-out if %s",
  async (_case, next) => {
    const bia = storedItems(tokens({ username: 'bia' }), { username: 'bia' })
    let free = () => {}
    const turn = new Promise<void>((resolve) => {
      free = resolve
    })
    const { client, pool } = testClient({
      items: { ...bia, ...storedItems(ended) },
      accounts: 'many',
      lock: (_name, work) => turn.then(work),
    })
    const session = next ? getSession(client) : rejection(getSession(client))
    await vi.advanceTimersByTimeAsync(0)
    await signOut(client)
    if (next) client.storage.setItem(`${PREFIX}.LastAuthUser`, next)
    free()
    const told = next ? { username: next } : { message: 'Username is null. Cannot retrieve a new session' }
    expect(await session).toMatchObject(told)
    expect(pool.requests).toEqual([])
  },
)

test("with accounts: 'many', two users’ sessions are renewed at the same time", async () => {
  const bia = storedItems(tokens({ username: 'bia', iat: NOW_SECONDS - 3600, refreshToken: 'refresh-of-bia' }), {
    username: 'bia',
  })
  const { client, pool, storage } = testClient({ items: { ...bia, ...storedItems(ended) }, accounts: 'many' })
  const [ofAna, ofBia] = [deferredResponse(), deferredResponse()]
  pool.on(REFRESH, ofAna.script, ofBia.script)
  void getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  storage.setItem(`${PREFIX}.LastAuthUser`, 'bia')
  const second = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(2))
  ofBia.send({ json: { AuthenticationResult: tokens({ username: 'bia', refreshToken: 'refresh-of-bia-2' }) } })
  expect(await second).toMatchObject({ username: 'bia', refreshToken: 'refresh-of-bia-2' })
  ofAna.send(renewal)
  await vi.waitFor(() => expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2'))
})

test('a retry after another user’s sign-in in another tab renews the new user’s session under that user’s lock', async () => {
  const bia = tokens({ username: 'bia', iat: NOW_SECONDS - 3600, refreshToken: 'refresh-of-bia' })
  const locks: string[] = []
  const { client, pool, storage } = testClient({
    items: storedItems(ended),
    lock: (name, work) => {
      locks.push(name)
      return work()
    },
  })
  const change = () => {
    for (const [key, value] of Object.entries(storedItems(bia, { username: 'bia' }))) storage.setItem(key, value)
    return 'drop' as const
  }
  pool.on(REFRESH, change, { json: { AuthenticationResult: tokens({ username: 'bia' }) } })
  expect((await afterTimers(getSession(client, { clientMetadata: { page: 'quiz' } }))).username).toBe('bia')
  expect(pool.requests.map(({ payload }) => payload['ClientMetadata'])).toEqual([{ page: 'quiz' }, { page: 'quiz' }])
  expect(pool.requests.map(({ payload }) => payload['RefreshToken'])).toEqual(['refresh-1', 'refresh-of-bia'])
  expect(locks).toEqual(['cognito-srp.web.ana', 'cognito-srp.web.ana', 'cognito-srp.web.bia'])
})

test('a refresh does not store tokens for a user whom another tab is replacing', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const bia = storedItems(tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }), { username: 'bia' })
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(bia)) storage.setItem(key, value)
    return renewal
  })
  expect((await getSession(client)).username).toBe('bia')
  expect(Object.fromEntries(storage.items)).toEqual({ ...storedItems(ended), ...bia })
})

test('a retry uses the refresh token that another tab has stored meanwhile, even if that tab’s tokens have expired', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens({ iat: NOW_SECONDS - 9000 })) })
  const change = () => {
    const later = tokens({ iat: NOW_SECONDS - 3600, refreshToken: 'refresh-later' })
    for (const [key, value] of Object.entries(storedItems(later))) storage.setItem(key, value)
    return 'drop' as const
  }
  pool.on(REFRESH, change, renewal)
  expect(await afterTimers(getSession(client))).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests.map(({ payload }) => payload['RefreshToken'])).toEqual(['refresh-1', 'refresh-later'])
})

test('after a new sign-in of the same user, calls share only the refresh of the new session', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const [old, young] = [deferredResponse(), deferredResponse()]
  pool.on(REFRESH, old.script, young.script)
  const first = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ refreshToken: 'refresh-of-new' }))
  const forced = [getSession(client, { forceRefresh: true })]
  await vi.advanceTimersByTimeAsync(0)
  old.send(renewal)
  expect(await first).toMatchObject({ refreshToken: 'refresh-of-new' })
  forced.push(getSession(client, { forceRefresh: true }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(2))
  young.send(renewal)
  for (const session of forced) expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests.map(({ payload }) => payload['RefreshToken'])).toEqual(['refresh-1', 'refresh-of-new'])
})

test('a rejection that arrives after a new sign-in does not end the new session', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const refreshing = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ originJti: 'new' }))
  deferred.send(failure('NotAuthorizedException'))
  expect((await refreshing).accessToken.claims.origin_jti).toBe('new')
})

test('a sign-out in another tab during a refresh wins', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, () => {
    storage.items.clear()
    return renewal
  })
  expect(await rejection(getSession(client))).toBeInstanceOf(SessionError)
  expect(storage.items.size).toBe(0)
})

test('a sign-out in another tab between two attempts ends the refresh', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, () => {
    storage.items.clear()
    return 'drop'
  })
  expect(await afterTimers(rejection(getSession(client)))).toBeInstanceOf(SessionError)
  expect(pool.requests).toHaveLength(1)
})

test('a sign-out during the delay before a retry ends the refresh without another request', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, 'drop')
  const refreshing = rejection(getSession(client))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signOut(client)
  await vi.runAllTimersAsync()
  expect(await refreshing).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
  expect(pool.requests).toHaveLength(1)
})

test('a retry does not use a refresh token that another tab removed during the delay', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, () => {
    storage.removeItem(`${PREFIX}.ana.refreshToken`)
    return 'drop'
  })
  expect(await afterTimers(rejection(getSession(client)))).toMatchObject({
    message: 'Cannot retrieve a new session. Please authenticate.',
  })
  expect(pool.requests).toHaveLength(1)
})

test('an abort detaches only its own caller from a shared refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const controller = new AbortController()
  const leaving = rejection(getSession(client, { signal: controller.signal }))
  const staying = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left'))
  expect(await leaving).toEqual(new Error('left'))
  deferred.send(renewal)
  expect(await staying).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test('an abort rejects the call even if the session is within the refresh margin', async () => {
  const { client, pool } = testClient({ items: storedItems(almostEnded) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const controller = new AbortController()
  const leaving = rejection(getSession(client, { signal: controller.signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left'))
  expect(await leaving).toEqual(new Error('left'))
  deferred.send(renewal)
})

test('a call with an already aborted signal does not start a refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  expect(await rejection(getSession(client, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' })
  expect(pool.requests).toEqual([])
})

test("with accounts: 'many', a refresh whose user another tab has signed out returns the current user’s session", async () => {
  const ana = storedItems(ended)
  const bia = storedItems(tokens({ username: 'bia' }), { username: 'bia' })
  const { client, pool, storage } = testClient({ items: { ...bia, ...ana }, accounts: 'many' })
  pool.on(REFRESH, () => {
    for (const key of Object.keys(ana)) storage.removeItem(key)
    storage.setItem(`${PREFIX}.LastAuthUser`, 'bia')
    return renewal
  })
  expect(await getSession(client)).toMatchObject({ username: 'bia' })
  expect(Object.fromEntries(storage.items)).toEqual(bia)
})
