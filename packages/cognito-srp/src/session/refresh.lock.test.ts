import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, testClient, type MapStorage } from '../../test/clients.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import type { Lock } from './tab-lock.ts'
import { NetworkError } from '../errors.ts'
import { memoryStorage } from '../storage/token-storage.ts'
import { onAuthChange } from './events.ts'
import { getSession } from './get-session.ts'
import type { AuthEvent } from './session.ts'

const REFRESH = 'GetTokensFromRefreshToken'
const ended = tokens({ iat: NOW_SECONDS - 3600 })
const renewed = tokens({ refreshToken: 'refresh-2' })
const renewal: ScriptedAnswer = { json: { AuthenticationResult: renewed } }

/** The lock of a tab that the browser has frozen. */
const heldForEver: Lock = () => new Promise(() => {})

/** Lock that no other client requests. */
const free: Lock = (_name, work) => work()

/** A lock that fails on platforms where it cannot be used. */
const refusing: Lock = async () => {
  throw new DOMException('The request was denied.', 'SecurityError')
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What another tab does when its refresh is answered. */
function writeRenewed(storage: MapStorage): void {
  for (const [key, value] of Object.entries(storedItems(renewed))) storage.setItem(key, value)
}

test('a refresh waits 20 seconds for the lock and then continues without it', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver })
  pool.on(REFRESH, renewal)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(pool.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('the lock timeout can be configured', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver, lockTimeoutMs: 30_000 })
  pool.on(REFRESH, renewal)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(pool.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await session
})

test('a refresh waits for an unavailable lock only once', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver })
  pool.on(REFRESH, 'drop')
  const failed = rejection(getSession(client))
  await vi.advanceTimersByTimeAsync(20_000 + 7_000)
  expect(await failed).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(7)
})

test('tokens that another tab renewed during the wait for the lock are read without a request', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: heldForEver })
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(10_000)
  writeRenewed(storage)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toEqual([])
})

test('a lock acquired after its timeout does not start a second refresh and is held until the refresh ends', async () => {
  let grant = () => {}
  let isUnsigned = false
  const { client, pool } = testClient({
    items: storedItems(ended),
    lock: (_name, work) =>
      new Promise((resolve) => {
        grant = () => {
          isUnsigned = true
          resolve(work().finally(() => (isUnsigned = false)))
        }
      }),
  })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(20_000)
  grant()
  await vi.advanceTimersByTimeAsync(1000)
  expect([isUnsigned, pool.requests.length]).toEqual([true, 1])
  deferred.send(renewal)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  await vi.waitFor(() => expect(isUnsigned).toBe(false))
  expect(pool.requests).toHaveLength(1)
})

test.each<[string, Lock | undefined]>([
  ['rejects', refusing],
  [
    'throws',
    () => {
      throw new DOMException('The request was denied.', 'SecurityError')
    },
  ],
  ['ends without running the work', async () => undefined as never],
  ['the platform does not support', undefined],
])('a refresh immediately continues without a lock that %s', async (_case, lock) => {
  if (!lock) vi.stubGlobal('navigator', {})
  const { client, pool } = testClient({ items: storedItems(ended), ...(lock && { lock }) })
  pool.on(REFRESH, renewal)
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' })
  expect(vi.getTimerCount()).toBe(0)
})

test('an error during the locked work does not count as an error of the lock', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), refreshRetry: false })
  pool.on(REFRESH, 'drop')
  expect(await rejection(getSession(client))).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(1)
})

test('without the lock, a rejection keeps the session if the storage has other tokens within a second', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: refusing })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(999)
  writeRenewed(storage)
  await vi.advanceTimersByTimeAsync(1)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(renewed))
  expect(events).toEqual([])
  stop()
})

test('without the lock, a rejection clears tokens that are unchanged after a second', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: refusing })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  const refused = rejection(getSession(client))
  await vi.advanceTimersByTimeAsync(999)
  expect(Object.fromEntries(storage.items)).toEqual(storedItems(ended))
  await vi.advanceTimersByTimeAsync(1)
  expect(await refused).toMatchObject({ code: 'NotAuthorizedException' })
  expect(storage.items.size).toBe(0)
  expect(pool.requests).toHaveLength(1)
})

test('a reused token keeps the session if the storage has its successor within a second, with and without the lock', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: free })
  pool.on(REFRESH, failure('RefreshTokenReuseException'))
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(999)
  writeRenewed(storage)
  await vi.advanceTimersByTimeAsync(1)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('with the lock, a rejection clears the session immediately', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  expect(await rejection(getSession(client))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(storage.items.size).toBe(0)
})

test.each([
  ['as long as the lock timeout checks the storage for new tokens', 20_000, ['refresh-2', 'refresh-2']],
  ['for less than the lock timeout signs out immediately', 19_999, [undefined, null]],
])('a tab that held the lock while frozen %s', async (_case, frozenMs, [refreshToken, stored]) => {
  const { client, pool, storage, clock } = testClient({ items: storedItems(ended), lock: free })
  pool.on(REFRESH, () => {
    clock.nowMs += frozenMs
    // The tab that went on without the lock got the tokens, and will write them.
    globalThis.setTimeout(() => writeRenewed(storage), 900)
    return failure('NotAuthorizedException')
  })
  const session = getSession(client).catch(() => ({ refreshToken: undefined }))
  await vi.advanceTimersByTimeAsync(frozenMs === 20_000 ? 1000 : 0)
  expect((await session).refreshToken).toBe(refreshToken)
  expect(storage.getItem('CognitoIdentityServiceProvider.web.ana.refreshToken')).toBe(stored)
})

test('a storage that is not shared needs no lock and no second read', async () => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(storedItems(ended))) await storage.setItem(key, value)
  const { client, pool } = testClient({ storage: storage as MapStorage, lock: heldForEver })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  expect(await rejection(getSession(client))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(await storage.getItem('CognitoIdentityServiceProvider.web.ana.refreshToken')).toBeNull()
})

test.each([
  ['8 seconds', {}, 8000],
  ['the timeoutMs of the client if it is shorter', { timeoutMs: 2000 }, 2000],
])('a refresh request times out after %s', async (_case, config, timeoutMs) => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: free, refreshRetry: false, ...config })
  pool.on(REFRESH, 'hang')
  const failed = rejection(getSession(client))
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(pool.requests[0]?.request.signal).toMatchObject({ aborted: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(await failed).toMatchObject({ name: 'TimeoutError', message: `No response within ${timeoutMs} ms.` })
})

test.each([
  ['false turns off retries', false, 1],
  ['a retry whose delay would exceed the cap is not made', { delayCapMs: 200 }, 2],
] as const)('for the refresh of an expired session, %s', async (_case, refreshRetry, attempts) => {
  const { client, pool } = testClient({ items: storedItems(ended), refreshRetry })
  pool.on(REFRESH, 'drop')
  expect(await afterTimers(rejection(getSession(client)))).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(attempts)
})
