import { signIn, signOut } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'
import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'

import { EMAIL, PASSWORD } from '../../test/account.ts'
import { createIdentity, createSignedInStore } from '../../test/signed-in-store.ts'
import {
  authStateAtom,
  forceSignOutAtom,
  leaveByServiceAtom,
  signOutAtom,
  usernameAtom,
  watchAuthAtom,
} from './auth.ts'
import type { AuthState } from './auth.ts'
import { cognitoClientAtom } from './services.ts'

const SIGNED_OUT = { status: 'signedOut', reason: null }
const SIGNED_IN = { status: 'signedIn', username: EMAIL }
const HOUR_MS = 3_600_000

const noApi = () => Promise.resolve(new Response(null, { status: 404 }))

afterEach(() => vi.unstubAllGlobals())

/** Returns the client with expired tokens, so that it must refresh the tokens. */
function afterExpiry(client: CognitoClient): CognitoClient {
  return { ...client, now: () => Date.now() + 2 * HOUR_MS }
}

/** Returns the app's state after the check of the session. */
async function stateAfterCheck(client: CognitoClient): Promise<AuthState> {
  const store = createStore()
  store.set(cognitoClientAtom, client)
  const unwatch = store.set(watchAuthAtom)
  await vi.waitFor(() => expect(store.get(authStateAtom)).not.toEqual({ status: 'checking' }), {
    timeout: 5000,
  })
  unwatch()
  return store.get(authStateAtom)
}

async function forgetRefreshToken({ storage, clientId }: CognitoClient): Promise<void> {
  await storage.removeItem(`CognitoIdentityServiceProvider.${clientId}.${EMAIL}.refreshToken`)
}

test('a user with a valid session is signed in without a request', async () => {
  const { client, identity } = await createSignedInStore(noApi)
  identity.network.isDown = true
  expect(await stateAfterCheck(client)).toEqual(SIGNED_IN)
})

test('a user without a stored session is signed out', async () => {
  const { client } = await createSignedInStore(noApi)
  const nobody = { ...client, storage: { getItem: () => null, setItem: () => {}, removeItem: () => {} } }
  expect(await stateAfterCheck(nobody)).toEqual(SIGNED_OUT)
})

test('the session check refreshes an expired session', async () => {
  const { client } = await createSignedInStore(noApi)
  const requests: string[] = []
  const watched = afterExpiry({
    ...client,
    fetch: (input, init) => {
      requests.push(input)
      return client.fetch(input, init)
    },
  })
  expect(await stateAfterCheck(watched)).toEqual(SIGNED_IN)
  expect(requests).toHaveLength(1)
})

test('the user is signed out if the session has expired and has no refresh token', async () => {
  const { client } = await createSignedInStore(noApi)
  await forgetRefreshToken(client)
  expect(await stateAfterCheck(afterExpiry(client))).toEqual(SIGNED_OUT)
})

test('the user is signed out if the service rejects the refresh', async () => {
  const { client } = await createSignedInStore(noApi)
  const stranger = createIdentity()
  expect(await stateAfterCheck(afterExpiry({ ...client, fetch: stranger.fetch }))).toEqual(SIGNED_OUT)
})

test('a user with a refresh token remains signed in while the service is unreachable', async () => {
  const { client, identity } = await createSignedInStore(noApi)
  identity.network.isDown = true
  expect(await stateAfterCheck(afterExpiry(client))).toEqual(SIGNED_IN)
})

test('the user id for the API is the username of the session', async () => {
  const { store } = await createSignedInStore(noApi)
  expect(store.get(usernameAtom)).toBe(EMAIL)
})

test('a forced sign-out reports its reason and deletes the session', async () => {
  const { store, client } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await store.set(forceSignOutAtom, 'sync-failed')
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'sync-failed' })
  expect(await client.storage.getItem(`CognitoIdentityServiceProvider.${client.clientId}.LastAuthUser`)).toBeNull()
  unwatch()
})

test('a logout reports no reason', async () => {
  const { store } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await store.set(signOutAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: null })
  unwatch()
})

test('a sign-out that the app did not start is reported as session-ended', async () => {
  const { store, client } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await signOut(client)
  await vi.waitFor(() => expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'session-ended' }))
  unwatch()
})

/** Opens two tabs of one browser with shared storage. `endInOther` ends the session in the other tab. */
async function openTwoTabs() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const one = await createSignedInStore(noApi)
  const other = await createSignedInStore(noApi)
  const unwatch = other.store.set(watchAuthAtom)
  const endInOther = () => signOut(other.client)
  const toldInOther = () =>
    vi.waitFor(() => {
      const state = other.store.get(authStateAtom)
      if (state.status !== 'signedOut') throw new Error('The other tab is signed in.')
      return state.reason
    })
  return { kept, one, other, endInOther, toldInOther, unwatch }
}

test('a logout in another tab reports no reason, and the end of a later session reports session-ended', async () => {
  const { one, other, endInOther, toldInOther, unwatch } = await openTwoTabs()
  await one.store.set(signOutAtom)
  await endInOther()
  expect(await toldInOther()).toBeNull()

  await signIn(other.client, { username: EMAIL, password: PASSWORD, flow: 'USER_PASSWORD_AUTH' })
  await vi.waitFor(() => expect(other.store.get(authStateAtom)).toEqual(SIGNED_IN))
  await endInOther()
  expect(await toldInOther()).toBe('session-ended')
  unwatch()
})

test('other tabs show the reason from the tab in which the user left, and the stored note does not name the user', async () => {
  const { kept, one, endInOther, toldInOther, unwatch } = await openTwoTabs()
  await one.store.set(leaveByServiceAtom, 'account-deleted', endInOther)
  expect(await toldInOther()).toBe('account-deleted')
  expect([...kept]).toEqual([['revisa.leave', 'account-deleted']])
  unwatch()
})

test('the stored reason is deleted if the service rejects the request, so that a later sign-out reports its own reason', async () => {
  const { one, endInOther, toldInOther, unwatch } = await openTwoTabs()
  const refused = one.store.set(leaveByServiceAtom, 'account-deleted', () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  await endInOther()
  expect(await toldInOther()).toBe('session-ended')
  unwatch()
})

test('a session check that started before a sign-out does not sign the user in again', async () => {
  const { store } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await store.set(forceSignOutAtom, 'stats-failed')
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
  unwatch()
})
