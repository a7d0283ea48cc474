import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { follow, settled, userNamed } from '../../test/auth-views.ts'
import { MapStorage, signInWith, testClient } from '../../test/clients.ts'
import { failure, deferredResponse } from '../../test/scripted-pool.ts'
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

/** Creates a client whose session expired an hour ago, and a function that sends the response to the refresh request. */
function endedSession(config?: { refreshRetry?: false }) {
  const { client, pool, clock } = signedIn(config)
  clock.nowMs += 2 * HOUR_MS
  const deferred = deferredResponse()
  pool.on('GetTokensFromRefreshToken', deferred.script)
  return { client, send: deferred.send }
}

const renewal = { json: { AuthenticationResult: tokens({ iat: NOW_SECONDS + 7200 }) } }

test('a store without subscribers does not read the storage, send a request or start a timer', async () => {
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

test('the state changes directly from checking to the signed-in user', async () => {
  const { client, pool } = signedIn()
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
  expect(pool.requests).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('the state changes from checking to signedOut if no user is signed in', async () => {
  const { shown } = follow(createAuthStore(testClient().client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('sign-ins and sign-outs change the snapshot, and a refresh keeps the same object', async () => {
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

test('the snapshot contains the e-mail and groups of the id token, and changes if a refresh changes them', async () => {
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

test('each subscription calls its listener once per change until it ends, even if a function is subscribed twice', async () => {
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

test('after the last subscription ends, the store stops listening to the client and does not call the listener', async () => {
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

test('a new subscription starts with the state that the previous subscription left', async () => {
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

test('a new subscriber gets the new state after a change that happened without subscribers', async () => {
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

test('a rejected refresh without subscribers resets the snapshot to checking', async () => {
  const { client, pool } = signedIn()
  pool.on('GetTokensFromRefreshToken', failure('NotAuthorizedException'))
  const store = createAuthStore(client)
  const first = follow(store)
  await settled()
  first.stop()
  await expect(getSession(client, { forceRefresh: true })).rejects.toThrow()
  expect(store.getSnapshot()).toBe('checking')
})

test('the state stays checking until the service has renewed an expired session', async () => {
  const { client, send } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking'])
  send(renewal)
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
})

test('the state becomes signedOut if the service rejects the refresh token of an expired session', async () => {
  const { client, send } = endedSession()
  send(failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  const { shown } = follow(createAuthStore(client))
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('without a connection, a known user counts as signed in', async () => {
  const { client, send } = endedSession({ refreshRetry: false })
  send('drop')
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
})

test.each([
  [
    'an id token from another sign-in still identifies the user',
    tokens({ originJti: 'origin-2' }).IdToken,
    userNamed('ana'),
  ],
  ['an unreadable id token counts as signed out', 'eyJ', 'signedOut'],
])('without a connection, %s', async (_case, IdToken, expected) => {
  const { client, pool } = testClient({ items: storedItems({ ...tokens(), IdToken }), refreshRetry: false })
  pool.on('GetTokensFromRefreshToken', 'drop')
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', expected])
})

test('the state checking lasts at most two seconds, and a later rejection signs the user out', async () => {
  const { client, send } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await vi.advanceTimersByTimeAsync(1999)
  expect(shown).toEqual(['checking'])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual(['checking', userNamed('ana')])
  send(failure('NotAuthorizedException', 'Refresh Token has been revoked'))
  await vi.advanceTimersByTimeAsync(1500)
  expect(shown).toEqual(['checking', userNamed('ana'), 'signedOut'])
})

test('a response that arrives after a sign-out does not change the state', async () => {
  const { client, send } = endedSession()
  const { shown } = follow(createAuthStore(client))
  await settled()
  await signOut(client)
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
  send(renewal)
  await vi.advanceTimersByTimeAsync(5000)
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('the user counts as signed out if the storage cannot be read', async () => {
  const storage = new MapStorage()
  vi.spyOn(storage, 'getItem').mockImplementation(() => {
    throw new Error('blocked')
  })
  const { shown } = follow(createAuthStore(testClient({ storage }).client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('tokens with a lifetime shorter than the margin are renewed only once', async () => {
  const { client, pool, clock } = testClient({ items: storedItems(tokens()), refreshMarginSeconds: 7200 })
  clock.nowMs += 2 * HOUR_MS
  pool.on('GetTokensFromRefreshToken', renewal)
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana')])
  expect(pool.requests).toHaveLength(1)
})

test('a sign-in that completes after the last subscription ends resets the snapshot to checking', async () => {
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

test('a known user counts as signed out if the expired session cannot be renewed', async () => {
  const ended = tokens({ iat: NOW_SECONDS - 7200, refreshToken: undefined })
  const { client } = testClient({ items: storedItems(ended) })
  const { shown } = follow(createAuthStore(client))
  await settled()
  expect(shown).toEqual(['checking', 'signedOut'])
})

test('after a refresh in another tab, the store shows the user in the storage', async () => {
  const { client, storage } = testClient()
  const { shown } = follow(createAuthStore(client))
  await settled()
  for (const [key, value] of Object.entries(storedItems(tokens()))) storage.setItem(key, value)
  emit(client, { type: 'refreshed', username: 'ana' })
  await settled()
  expect(shown).toEqual(['checking', 'signedOut', userNamed('ana')])
})

test('listeners are called only for changes, and consecutive checks leave at most one timer', async () => {
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
