import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterTimers, rejection, signInWith, testClient } from '../../test/clients.ts'
import { failure, heldAnswer, type ScriptedAnswer } from '../../test/scripted-pool.ts'
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

test('a sign-out during a refresh wins: the tokens that come later are not written', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const refreshing = rejection(getSession(client))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signOut(client)
  held.give(renewal)
  expect(await refreshing).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
  expect(storage.items.size).toBe(0)
})

test('a sign-in during a refresh wins: the refresh yields the new session', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const refreshing = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia' })
  await signInWith(client, bia)
  held.give(renewal)
  expect((await refreshing).username).toBe('bia')
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBeNull()
})

test.each([
  ['keeps the new tokens', renewal, 'refresh-2'],
  ['removes what is refused', failure('NotAuthorizedException'), null],
])('of many, a refresh of who is no longer in use %s, and yields who is', async (_case, answer, kept) => {
  const bia = storedItems(tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }), { username: 'bia' })
  const { client, pool, storage } = testClient({ items: { ...bia, ...storedItems(ended) }, accounts: 'many' })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const refreshing = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  storage.setItem(`${PREFIX}.LastAuthUser`, 'bia') // as another tab does
  held.give(answer)
  expect((await refreshing).username).toBe('bia')
  expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe(kept)
  expect(storage.getItem(`${PREFIX}.LastAuthUser`)).toBe('bia')
  expect(storage.getItem(`${PREFIX}.bia.refreshToken`)).toBe('refresh-of-bia')
})

test('of many, who signs in while another one is renewed ends that renewal neither now nor at its next attempt', async () => {
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

test('of many, the refresh of one is joined although another one signs in meanwhile', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended), accounts: 'many' })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const first = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }))
  storage.setItem(`${PREFIX}.LastAuthUser`, 'ana')
  const second = getSession(client)
  await vi.advanceTimersByTimeAsync(0)
  held.give(renewal)
  for (const session of [first, second]) expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test.each([
  ['signed out', undefined],
  ['not in use', 'bia'],
])('of many, who signs out while a refresh waits is told as %s, and nothing is asked', async (_case, next) => {
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
})

test('of many, two are renewed at the same time', async () => {
  const bia = storedItems(tokens({ username: 'bia', iat: NOW_SECONDS - 3600, refreshToken: 'refresh-of-bia' }), {
    username: 'bia',
  })
  const { client, pool, storage } = testClient({ items: { ...bia, ...storedItems(ended) }, accounts: 'many' })
  const [ofAna, ofBia] = [heldAnswer(), heldAnswer()]
  pool.on(REFRESH, ofAna.script, ofBia.script)
  void getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  storage.setItem(`${PREFIX}.LastAuthUser`, 'bia')
  const second = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(2))
  ofBia.give({ json: { AuthenticationResult: tokens({ username: 'bia', refreshToken: 'refresh-of-bia-2' }) } })
  expect(await second).toMatchObject({ username: 'bia', refreshToken: 'refresh-of-bia-2' })
  ofAna.give(renewal)
  await vi.waitFor(() => expect(storage.getItem(`${PREFIX}.ana.refreshToken`)).toBe('refresh-2'))
})

test('who signs in in another tab between two attempts is renewed under a lock of their own, and nobody else any more', async () => {
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

test('a refresh writes nothing of who was replaced in another tab that has not removed everything yet', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(ended) })
  const bia = storedItems(tokens({ username: 'bia', refreshToken: 'refresh-of-bia' }), { username: 'bia' })
  pool.on(REFRESH, () => {
    for (const [key, value] of Object.entries(bia)) storage.setItem(key, value)
    return renewal
  })
  expect((await getSession(client)).username).toBe('bia')
  expect(Object.fromEntries(storage.items)).toEqual({ ...storedItems(ended), ...bia })
})

test('what another tab renewed long ago is renewed again, with its refresh token', async () => {
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

test('after a new sign-in of the same user no refresh of the old session is joined, and that of the new one is', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const [old, young] = [heldAnswer(), heldAnswer()]
  pool.on(REFRESH, old.script, young.script)
  const first = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ refreshToken: 'refresh-of-new' }))
  const forced = [getSession(client, { forceRefresh: true })]
  await vi.advanceTimersByTimeAsync(0)
  old.give(renewal)
  expect(await first).toMatchObject({ refreshToken: 'refresh-of-new' })
  forced.push(getSession(client, { forceRefresh: true }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(2))
  young.give(renewal)
  for (const session of forced) expect(await session).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests.map(({ payload }) => payload['RefreshToken'])).toEqual(['refresh-1', 'refresh-of-new'])
})

test('a refusal that comes after a new sign-in does not sign the new user out', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const refreshing = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signInWith(client, tokens({ originJti: 'new' }))
  held.give(failure('NotAuthorizedException'))
  expect((await refreshing).accessToken.claims.origin_jti).toBe('new')
})

test('a sign-out in another tab during a refresh wins as well', async () => {
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

test('a sign-out while the next attempt is waited for ends the refresh without another request', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  pool.on(REFRESH, 'drop')
  const refreshing = rejection(getSession(client))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  await signOut(client)
  await vi.runAllTimersAsync()
  expect(await refreshing).toMatchObject({ message: 'Username is null. Cannot retrieve a new session' })
  expect(pool.requests).toHaveLength(1)
})

test('a refresh token that another tab removed while the next attempt was waited for is not asked with', async () => {
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

test('an abort detaches its caller; the others get the refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const controller = new AbortController()
  const leaving = rejection(getSession(client, { signal: controller.signal }))
  const staying = getSession(client)
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left'))
  expect(await leaving).toEqual(new Error('left'))
  held.give(renewal)
  expect(await staying).toMatchObject({ refreshToken: 'refresh-2' })
  expect(pool.requests).toHaveLength(1)
})

test('an abort rejects even inside the margin', async () => {
  const { client, pool } = testClient({ items: storedItems(almostEnded) })
  const held = heldAnswer()
  pool.on(REFRESH, held.script)
  const controller = new AbortController()
  const leaving = rejection(getSession(client, { signal: controller.signal }))
  await vi.waitFor(() => expect(pool.requests).toHaveLength(1))
  controller.abort(new Error('left'))
  expect(await leaving).toEqual(new Error('left'))
  held.give(renewal)
})

test('a signal that is aborted already starts no refresh', async () => {
  const { client, pool } = testClient({ items: storedItems(ended) })
  expect(await rejection(getSession(client, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' })
  expect(pool.requests).toEqual([])
})

test('of many, one whom another tab signed out during a refresh leaves the session to whoever is in use then', async () => {
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
