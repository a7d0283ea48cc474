import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, signInWith, testClient, type TestClient } from '../../test/clients.ts'
import { failure, deferredResponse, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { NetworkError, SessionError } from '../errors.ts'
import { onAuthChange } from './events.ts'
import { getSession } from './get-session.ts'
import type { AuthEvent } from './session.ts'
import { signOut } from './sign-out.ts'

const REFRESH = 'GetTokensFromRefreshToken'
const renewal: ScriptedAnswer = { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } }
const ended = storedItems(tokens({ iat: NOW_SECONDS - 3600 }))

/** Returns the items of a session that expires in `seconds`. Sessions are renewed when 30 seconds or less remain. */
function endsIn(seconds: number): Record<string, string> {
  return storedItems(tokens({ iat: NOW_SECONDS - 3600 + seconds }))
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function inPage(): void {
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
}

function offline(): void {
  vi.stubGlobal('navigator', { onLine: false, locks: globalThis.navigator.locks })
}

test.each([29, 10])(
  'in a page, a session that is valid for %i more seconds is returned immediately and renewed in the background',
  async (seconds) => {
    inPage()
    const { client, pool } = testClient({ items: endsIn(seconds) })
    const deferred = deferredResponse()
    pool.on(REFRESH, deferred.script)
    expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
    await vi.advanceTimersByTimeAsync(50)
    deferred.send(renewal)
    await vi.waitFor(async () => expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' }))
    expect(pool.operations).toEqual([REFRESH])
  },
)

test('a page whose session is valid for less than ten seconds waits at most a quarter of a second for the renewal', async () => {
  inPage()
  const { client, pool } = testClient({ items: endsIn(9.9) })
  const [slow, quick] = [deferredResponse(), deferredResponse()]
  pool.on(REFRESH, slow.script, quick.script)
  let answer: unknown
  void getSession(client).then((session) => (answer = session))
  await vi.advanceTimersByTimeAsync(249)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toMatchObject({ refreshToken: 'refresh-1' })
  const renewed = getSession(client)
  slow.send(renewal)
  expect(await renewed).toMatchObject({ refreshToken: 'refresh-2' })
})

test.each<[string, (given: TestClient) => Promise<void>]>([
  ['the user signs out', ({ client }) => signOut(client)],
  ['another tab signs the user out', async ({ storage }) => storage.items.clear()],
])('getSession in a page does not return the old session if %s during the wait', async (_case, leave) => {
  inPage()
  const given = testClient({ items: endsIn(5) })
  given.pool.on(REFRESH, 'hang')
  const answer = rejection(getSession(given.client))
  await vi.advanceTimersByTimeAsync(100)
  await leave(given)
  await vi.advanceTimersByTimeAsync(150)
  expect(await answer).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
})

test('a background renewal is retried, and its failure causes no unhandled rejection', async () => {
  inPage()
  const { client, pool } = testClient({ items: endsIn(20) })
  pool.on(REFRESH, 'drop')
  const rejections: unknown[] = []
  const note = (reason: unknown) => rejections.push(reason)
  process.on('unhandledRejection', note)
  await getSession(client)
  await vi.runAllTimersAsync()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(pool.requests).toHaveLength(7)
  expect(rejections).toEqual([])
})

test('a rejected background renewal signs the user out and sends the reason', async () => {
  inPage()
  const { client, pool, storage } = testClient({ items: endsIn(20) })
  pool.on(REFRESH, failure('NotAuthorizedException'))
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  await getSession(client)
  await vi.runAllTimersAsync()
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedOut', username: 'ana', reason: 'refused' }]))
  expect(storage.items.size).toBe(0)
  stop()
})

test('outside pages, the renewal is awaited, because a server may stop after its response', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script)
  let isAnswered = false
  const session = getSession(client).finally(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isAnswered).toBe(false)
  deferred.send(renewal)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('outside a browser page, getSession tries once to renew a valid session and does not continue in the background', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, 'drop')
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toHaveLength(1)
})

test('a forced refresh that joins a renewal limited to one attempt retries after that attempt has failed', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  const deferred = deferredResponse()
  pool.on(REFRESH, deferred.script, renewal)
  const valid = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  const forced = getSession(client, { forceRefresh: true })
  await vi.advanceTimersByTimeAsync(0)
  deferred.send('drop')
  expect(await valid).toMatchObject({ refreshToken: 'refresh-1' })
  expect(await afterTimers(forced)).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(2)
})

test('a call with a valid session does not wait for the retries of other calls', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, 'drop')
  const forced = rejection(getSession(client, { forceRefresh: true }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(pool.requests).toHaveLength(1)
  expect(await afterTimers(forced)).toBeInstanceOf(NetworkError)
})

test.each(['in a page', 'outside a page'])('offline, a valid session is returned immediately %s', async (where) => {
  if (where === 'in a page') inPage()
  offline()
  const { client, pool } = testClient({ items: endsIn(1) })
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toEqual([])
})

test.each([
  ['a call with an expired session', ended, {}],
  ['a forced refresh', endsIn(3000), { forceRefresh: true }],
])('offline, %s immediately rejects with a NetworkError and keeps the tokens', async (_case, items, options) => {
  offline()
  const { client, pool, storage } = testClient({ items, endpoint: 'https://id.example/' })
  const error = await rejection(getSession(client, options))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ message: 'Network error', operation: REFRESH, host: 'id.example' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toEqual([])
  expect(Object.fromEntries(storage.items)).toEqual(items)
})

test('a session that expires during its renewal is renewed like an expired session', async () => {
  const { client, pool, clock } = testClient({ items: endsIn(5) })
  pool.on(
    REFRESH,
    () => {
      clock.nowMs += 5000
      return 'drop'
    },
    'drop',
    renewal,
  )
  expect(await afterTimers(getSession(client))).toMatchObject({ refreshToken: 'refresh-2' })
})

test('a renewal does not return the session of a user who signed out meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, () => {
    storage.items.clear()
    return 'drop'
  })
  expect(await rejection(getSession(client))).toBeInstanceOf(SessionError)
})

test('a renewal returns the session of a user who signed in meanwhile', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, async () => {
    await signInWith(client, tokens({ username: 'bia' }))
    return 'drop' as const
  })
  expect(await getSession(client)).toMatchObject({ username: 'bia' })
})

test('a forced refresh is not repeated if another tab has refreshed meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  const later = storedItems(tokens({ iat: NOW_SECONDS + 1, refreshToken: 'refresh-2' }))
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(later)) storage.setItem(key, value)
    return failure('RefreshTokenReuseException')
  })
  expect(await afterTimers(getSession(client, { forceRefresh: true }))).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test('a session is renewed even if the platform has no navigator', async () => {
  vi.stubGlobal('navigator', undefined)
  const { client, pool } = testClient({ items: ended })
  pool.on(REFRESH, renewal)
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' })
})
