import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { follow, settled, userNamed } from '../../test/auth-views.ts'
import { MapStorage, signInWith, testClient } from '../../test/clients.ts'
import { failure, heldAnswer } from '../../test/scripted-pool.ts'
import { jwt, NOW_SECONDS, storedItems, tokens } from '../../test/tokens.ts'
import { adoptSession } from './accounts.ts'
import { createAuthStore } from './auth-store.ts'
import { emit } from './events.ts'
import { getSession } from './get-session.ts'
import { signOut } from './sign-out.ts'

const HOUR_MS = 3600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signedIn = (config: { refreshRetry?: false } = {}) => testClient({ items: storedItems(tokens()), ...config })

/** A client whose session ended an hour ago, and the answer to its renewal, which a test gives. */
function endedSession(config?: { refreshRetry?: false }) {
  const { client, pool, clock } = signedIn(config)
  clock.nowMs += 2 * HOUR_MS
  const held = heldAnswer()
  pool.on('GetTokensFromRefreshToken', held.script)
  return { client, give: held.give }
}

const renewal = { json: { AuthenticationResult: tokens({ iat: NOW_SECONDS + 7200 }) } }

test('a store that nobody looks at does nothing', async () => {
  const storage = new MapStorage(storedItems(tokens()))
  const read = vi.spyOn(storage, 'getItem')
  const { client, pool } = testClient({ storage })
  const store = createAuthStore(client)
  await settled()
  expect([store.getSnapshot(), store.getServerSnapshot()]).toEqual(['checking', 'checking'])
  expect(read).not.toHaveBeenCalled()
  expect(client.state.listeners.size).toBe(0)
  expect(pool.requests).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('who is signed in is shown after checking, without a flash of "signed out"', async () => {
  const { client, pool } = signedIn()
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
  expect(pool.requests).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('nobody is shown after checking', async () => {
  const { shown } = follow(createAuthStore(testClient().client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('sign-ins and sign-outs are shown, and a refresh changes nothing: the snapshot stays the same object', async () => {
  const { client, pool } = testClient()
  const store = createAuthStore(client)
  const { shown } = follow(store)
  await settled()
  await signInWith(client, tokens())
  await settled()
  const snapshot = store.getSnapshot()
  expect(snapshot).toEqual(userNamed('ana'))
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: tokens() } })
  await getSession(client, { forceRefresh: true })
  await signInWith(client, tokens())
  await settled()
  expect(store.getSnapshot()).toBe(snapshot)
  await signOut(client)
  expect(store.getSnapshot()).toBe('signedOut')
  await settled()
  expect(shown).toEqual(['checking', 'signedOut', userNamed('ana'), 'signedOut'])
})

test('the snapshot has e-mail and groups of the id token, and a refresh that changes them changes the snapshot', async () => {
  const withGroups = (...groups: unknown[]) => {
    const claims = { sub: 'sub-1', iat: NOW_SECONDS, exp: NOW_SECONDS + 3600, origin_jti: 'origin-1' }
    const idToken = jwt({ ...claims, token_use: 'id', email: 'ana@example.com', 'cognito:groups': groups })
    return { ...tokens(), IdToken: idToken, AccessToken: jwt({ ...claims, token_use: 'access', username: 'ana' }) }
  }
  const { client, pool } = testClient({ items: storedItems(withGroups('students')) })
  const { shown } = follow(createAuthStore(client))
  await settled()
  pool.on('GetTokensFromRefreshToken', { json: { AuthenticationResult: withGroups('students', 'teachers', 7) } })
  await getSession(client, { forceRefresh: true })
  await settled()
  const user = { username: 'ana', sub: 'sub-1', email: 'ana@example.com' }
  expect(shown).toEqual(['checking', { ...user, groups: ['students'] }, { ...user, groups: ['students', 'teachers'] }])
})

test('each subscription is called once per change until it ends, also one function that is given twice', async () => {
  const { client } = signedIn()
  const store = createAuthStore(client)
  const listener = vi.fn()
  const stops = [store.subscribe(listener), store.subscribe(listener)]
  await settled()
  expect(listener).toHaveBeenCalledTimes(2)
  stops[0]?.()
  stops[0]?.()
  await signOut(client)
  await settled()
  expect(listener).toHaveBeenCalledTimes(3)
  stops[1]?.()
  expect(client.state.listeners.size).toBe(0)
})

test('after the last subscription nothing is left, and nothing is called', async () => {
  const { client } = signedIn()
  const store = createAuthStore(client)
  const listener = vi.fn()
  store.subscribe(listener)()
  expect(client.state.listeners.size).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  await settled()
  expect(listener).not.toHaveBeenCalled()
  expect(store.getSnapshot()).toBe('checking')
})

test('a subscription in place of another shows what was known at once', async () => {
  const { client } = testClient()
  const store = createAuthStore(client)
  const first = follow(store)
  await signInWith(client, tokens())
  await settled()
  const snapshot = store.getSnapshot()
  first.stop()
  const second = follow(store)
  await settled()
  expect(second.shown).toEqual([userNamed('ana')])
  expect(store.getSnapshot()).toBe(snapshot)
})

test('what happens while nobody is subscribed is found out anew', async () => {
  const { client } = signedIn()
  const store = createAuthStore(client)
  const first = follow(store)
  await settled()
  first.stop()
  await signOut(client)
  expect(store.getSnapshot()).toBe('checking')
  expect(store.getSnapshot()).toBe('checking')
  const second = follow(store)
  await settled()
  expect(second.shown).toEqual(['checking', 'signedOut'])
})

test('a refusal while nobody is subscribed is found out anew', async () => {
  const { client, pool } = signedIn()
  pool.on('GetTokensFromRefreshToken', failure('NotAuthorizedException'))
  const store = createAuthStore(client)
  const first = follow(store)
  await settled()
  first.stop()
  await expect(getSession(client, { forceRefresh: true })).rejects.toThrow()
  expect(store.getSnapshot()).toBe('checking')
})

test('an ended session is checking until the service has renewed it', async () => {
  const { client, give } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking'])
  give(renewal)
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
})

test('an ended session that the service refuses to renew is signed out', async () => {
  const { client, give } = endedSession()
  give(failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  const { shown } = follow(createAuthStore(client))
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('without a connection a known user counts as signed in', async () => {
  const { client, give } = endedSession({ refreshRetry: false })
  give('drop')
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
})

test.each([
  ['from another sign-in than the access token', tokens({ originJti: 'origin-2' }).IdToken, userNamed('ana')],
  ['unreadable', 'eyJ', 'signedOut'],
])('without a connection, a stored id token that is %s gives the snapshot', async (_case, IdToken, expected) => {
  const { client, pool } = testClient({ items: storedItems({ ...tokens(), IdToken }), refreshRetry: false })
  pool.on('GetTokensFromRefreshToken', 'drop')
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', expected])
})

test('nobody waits longer than two seconds for the service, whose refusal is heard later', async () => {
  const { client, give } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await vi.advanceTimersByTimeAsync(1999)
  expect(shown).toEqual(['checking'])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual(['checking', userNamed('ana')])
  give(failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown).toEqual(['checking', userNamed('ana'), 'signedOut'])
})

test('an answer that comes after a sign-out is not shown', async () => {
  const { client, give } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await settled()
  await signOut(client)
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
  give(renewal)
  await vi.advanceTimersByTimeAsync(5000)
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('a storage that cannot be read is nobody', async () => {
  const storage = new MapStorage()
  vi.spyOn(storage, 'getItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  const { shown } = follow(createAuthStore(testClient({ storage }).client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('tokens that never outlast the margin are renewed once to find out', async () => {
  const { client, pool, clock } = testClient({ items: storedItems(tokens()), refreshMarginSeconds: 7200 })
  clock.nowMs += 2 * HOUR_MS
  pool.on('GetTokensFromRefreshToken', renewal)
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
  expect(pool.requests).toHaveLength(1)
})

test('a sign-in that ends after the last subscription is found out anew', async () => {
  const { client } = testClient()
  const store = createAuthStore(client)
  const { stop } = follow(store)
  await settled()
  expect(store.getSnapshot()).toBe('signedOut')
  const { IdToken: idToken, AccessToken: accessToken } = tokens()
  const adopting = adoptSession(client, { idToken, accessToken })
  stop()
  await adopting
  expect(store.getSnapshot()).toBe('checking')
})

test('an ended session that cannot be renewed is signed out, although its user is known', async () => {
  const ended = tokens({ iat: NOW_SECONDS - 7200, refreshToken: undefined })
  const { client } = testClient({ items: storedItems(ended) })
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('a refresh of another tab shows whom the storage names by then', async () => {
  const { client, storage } = testClient()
  const { shown } = follow(createAuthStore(client))
  await settled()
  for (const [key, value] of Object.entries(storedItems(tokens()))) storage.setItem(key, value)
  emit(client, { type: 'refreshed', username: 'ana' })
  await settled()
  expect(shown).toEqual(['checking', 'signedOut', userNamed('ana')])
})

test('listeners are not called for what is shown already, and checks that follow each other leave no timer', async () => {
  const { client } = testClient()
  const { shown, stop } = follow(createAuthStore(client))
  await settled()
  emit(client, { type: 'signedOut', username: 'bia', reason: 'elsewhere' })
  emit(client, { type: 'signedOut', username: 'cyd', reason: 'elsewhere' })
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])

  client.storage.getItem = () => new Promise(() => {})
  emit(client, { type: 'signedOut', username: 'bia', reason: 'elsewhere' })
  emit(client, { type: 'signedOut', username: 'cyd', reason: 'elsewhere' })
  await settled()
  expect(vi.getTimerCount()).toBe(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
