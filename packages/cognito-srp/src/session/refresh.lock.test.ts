import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, testClient, type MapStorage } from '../../test/clients.ts'
import { failure, heldAnswer, type ScriptedAnswer } from '../../test/scripted-pool.ts'
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

/** A lock that nobody else asks for. */
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

test('a lock that never comes is waited for 20 seconds, then the refresh happens without it', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver })
  pool.on(REFRESH, renewal)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(pool.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('the wait for the lock is configured', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver, lockTimeoutMs: 30_000 })
  pool.on(REFRESH, renewal)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(pool.requests).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await session
})

test('a refresh waits in vain for the lock only once', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: heldForEver })
  pool.on(REFRESH, 'drop')
  const failed = rejection(getSession(client))
  await vi.advanceTimersByTimeAsync(20_000 + 7_000)
  expect(await failed).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(7)
})

test('what another tab renewed while the lock was waited for is read instead of asked for', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: heldForEver })
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(10_000)
  writeRenewed(storage)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toEqual([])
})

test('a lock that comes after it was waited for in vain begins nothing anew, and is held until the refresh has ended', async () => {
  let grant = () => {}
  let isHeld = false
  const { client, pool } = testClient({
    items: storedItems(ended),
    lock: (_name, work) =>
      new Promise((resolve) => {
        grant = () => {
          isHeld = true
          resolve(work().finally(() => (isHeld = false)))
        }
      }),
  })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(20_000)
  grant()
  await vi.advanceTimersByTimeAsync(1000)
  expect([isHeld, pool.requests.length]).toEqual([true, 1])
  held.give(renewal)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  await vi.waitFor(() => expect(isHeld).toBe(false))
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
  ['ends without having let anybody in', async () => undefined as never],
  ['the platform has not', undefined],
])('a lock that %s is done without, at once', async (_case, lock) => {
  if (!lock) vi.stubGlobal('navigator', {})
  const { client, pool } = testClient({ items: storedItems(ended), ...(lock && { lock }) })
  pool.on(REFRESH, renewal)
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' })
  expect(vi.getTimerCount()).toBe(0)
})

test('what fails under the lock is no failure of the lock', async () => {
  const { client, pool } = testClient({ items: storedItems(ended), refreshRetry: false })
  pool.on(REFRESH, 'drop')
  expect(await rejection(getSession(client))).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(1)
})

test('a refusal without the lock clears nothing when the storage shows other tokens within a second', async () => {
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

test('a refusal without the lock clears what is still stored after a second', async () => {
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

test('a reused token clears nothing when the storage shows within a second what it was exchanged for, lock or not', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), lock: free })
  pool.on(REFRESH, failure('RefreshTokenReuseException'))
  const session = getSession(client)
  await vi.advanceTimersByTimeAsync(999)
  writeRenewed(storage)
  await vi.advanceTimersByTimeAsync(1)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('a refusal with the lock clears at once', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  expect(await rejection(getSession(client))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(storage.items.size).toBe(0)
})

test.each([
  ['as long as others wait for the lock may have been passed by', 20_000, ['refresh-2', 'refresh-2']],
  ['for less has not', 19_999, [undefined, null]],
])('who thaws after having held it %s', async (_case, frozenMs, [refreshToken, stored]) => {
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

test('a storage that nobody shares needs no lock, and no second look at it', async () => {
  const storage = memoryStorage()
  for (const [key, value] of Object.entries(storedItems(ended))) await storage.setItem(key, value)
  const { client, pool } = testClient({ storage: storage as MapStorage, lock: heldForEver })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  expect(await rejection(getSession(client))).toMatchObject({ code: 'NotAuthorizedException' })
  expect(await storage.getItem('CognitoIdentityServiceProvider.web.ana.refreshToken')).toBeNull()
})

test.each([
  ['8 seconds', {}, 8000],
  ['what every request may take, where that is less', { timeoutMs: 2000 }, 2000],
])('a request that renews tokens takes at most %s', async (_case, config, timeoutMs) => {
  const { client, pool } = testClient({ items: storedItems(ended), lock: free, refreshRetry: false, ...config })
  pool.on(REFRESH, 'hang')
  const failed = rejection(getSession(client))
  await vi.advanceTimersByTimeAsync(timeoutMs - 1)
  expect(pool.requests[0]?.request.signal).toMatchObject({ aborted: false })
  await vi.advanceTimersByTimeAsync(1)
  expect(await failed).toMatchObject({ name: 'TimeoutError', message: `No response within ${timeoutMs} ms.` })
})

test.each([
  ['none is made with false', false, 1],
  ['those whose wait would be longer than the cap are left out', { delayCapMs: 200 }, 2],
] as const)('of the repeated attempts at an ended session, %s', async (_case, refreshRetry, attempts) => {
  const { client, pool } = testClient({ items: storedItems(ended), refreshRetry })
  pool.on(REFRESH, 'drop')
  expect(await afterTimers(rejection(getSession(client)))).toBeInstanceOf(NetworkError)
  expect(pool.requests).toHaveLength(attempts)
})
