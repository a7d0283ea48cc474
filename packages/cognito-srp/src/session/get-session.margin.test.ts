import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, signInWith, testClient, type TestClient } from '../../test/clients.ts'
import { failure, heldAnswer, type ScriptedAnswer } from '../../test/scripted-pool.ts'
import { NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { NetworkError, SessionError } from '../errors.ts'
import { onAuthChange } from './events.ts'
import { getSession } from './get-session.ts'
import type { AuthEvent } from './session.ts'
import { signOut } from './sign-out.ts'

const REFRESH = 'GetTokensFromRefreshToken'
const renewal: ScriptedAnswer = { json: { AuthenticationResult: tokens({ refreshToken: 'refresh-2' }) } }
const ended = storedItems(tokens({ iat: NOW_SECONDS - 3600 }))

/** A session that ends in so many seconds; it is renewed when fewer than 30 are left. */
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

test.each([29, 10])('a page with %i seconds left is answered at once, and renews behind it', async (seconds) => {
  inPage()
  const { client, pool } = testClient({ items: endsIn(seconds) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  await vi.advanceTimersByTimeAsync(50)
  held.give(renewal)
  await vi.waitFor(async () => expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' }))
  expect(pool.operations).toEqual([REFRESH])
})

test('a page with less left waits a quarter of a second for the renewal', async () => {
  inPage()
  const { client, pool } = testClient({ items: endsIn(9.9) })
  const [slow, quick] = [heldAnswer(), heldAnswer()]
  pool.on(REFRESH, slow.script, quick.script)
  let answer: unknown
  void getSession(client).then((session) => (answer = session))
  await vi.advanceTimersByTimeAsync(249)
  expect(answer).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(answer).toMatchObject({ refreshToken: 'refresh-1' })
  const renewed = getSession(client)
  slow.give(renewal)
  expect(await renewed).toMatchObject({ refreshToken: 'refresh-2' })
})

test.each<[string, (given: TestClient) => Promise<void>]>([
  ['the user signs out', ({ client }) => signOut(client)],
  ['another tab signs the user out', async ({ storage }) => storage.items.clear()],
])('a page gives nobody the old session when %s while it waits', async (_case, leave) => {
  inPage()
  const given = testClient({ items: endsIn(5) })
  given.pool.on(REFRESH, 'hang')
  const answer = rejection(getSession(given.client))
  await vi.advanceTimersByTimeAsync(100)
  await leave(given)
  await vi.advanceTimersByTimeAsync(150)
  expect(await answer).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
})

test('behind a page the attempts are repeated, and that they fail is told nobody', async () => {
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

test('a refusal behind a page signs out, and the listeners hear why', async () => {
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

test('elsewhere the renewal is awaited, since nothing may run on behind an answered request', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  let isAnswered = false
  const session = getSession(client).finally(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isAnswered).toBe(false)
  held.give(renewal)
  expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
})

test('elsewhere one attempt is made as long as the session is valid, and none runs on behind it', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, 'drop')
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toHaveLength(1)
})

test('who forces a refresh and joins that one attempt has it repeated', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script, renewal)
  const valid = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  const forced = getSession(client, { forceRefresh: true })
  await vi.advanceTimersByTimeAsync(0)
  held.give('drop')
  expect(await valid).toMatchObject({ refreshToken: 'refresh-1' })
  expect(await afterTimers(forced)).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(2)
})

test('who is still valid does not wait for attempts that others have repeated', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, 'drop')
  const forced = rejection(getSession(client, { forceRefresh: true }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(pool.requests).toHaveLength(1)
  expect(await afterTimers(forced)).toBeInstanceOf(NetworkError)
})

test.each(['a page', 'elsewhere'])('offline a session that is still valid is the answer at once: %s', async (where) => {
  if (where === 'a page') inPage()
  offline()
  const { client, pool } = testClient({ items: endsIn(1) })
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-1' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toEqual([])
})

test.each([
  ['an ended session', ended, {}],
  ['a forced refresh', endsIn(3000), { forceRefresh: true }],
])('offline %s is answered at once with a network error, and nothing is lost', async (_case, items, options) => {
  offline()
  const { client, pool, storage } = testClient({ items, endpoint: 'https://id.example/' })
  const error = await rejection(getSession(client, options))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ message: 'Network error', operation: REFRESH, host: 'id.example' })
  expect(vi.getTimerCount()).toBe(0)
  expect(pool.requests).toEqual([])
  expect(Object.fromEntries(storage.items)).toEqual(items)
})

test('a session that ended while it was being renewed is renewed like an ended one', async () => {
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

test('a session of somebody who left while it was being renewed is not handed out', async () => {
  const { client, pool, storage } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, () => {
    storage.items.clear()
    return 'drop'
  })
  expect(await rejection(getSession(client))).toBeInstanceOf(SessionError)
})

test('who signed in while somebody else was being renewed is who is handed out', async () => {
  const { client, pool } = testClient({ items: endsIn(29) })
  pool.on(REFRESH, async () => {
    await signInWith(client, tokens({ username: 'bia' }))
    return 'drop' as const
  })
  expect(await getSession(client)).toMatchObject({ username: 'bia' })
})

test('a forced refresh that another tab made meanwhile is not made again', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  const later = storedItems(tokens({ iat: NOW_SECONDS + 1, refreshToken: 'refresh-2' }))
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(later)) storage.setItem(key, value)
    return failure('RefreshTokenReuseException')
  })
  expect(await afterTimers(getSession(client, { forceRefresh: true }))).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test('where there is no navigator a session is renewed like anywhere else', async () => {
  vi.stubGlobal('navigator', undefined)
  const { client, pool } = testClient({ items: ended })
  pool.on(REFRESH, renewal)
  expect(await getSession(client)).toMatchObject({ refreshToken: 'refresh-2' })
})
