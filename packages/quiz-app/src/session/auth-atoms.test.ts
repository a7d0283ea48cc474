import { expect, test, vi } from 'vitest'
import { signOut } from '@cognito-srp/client'

import { EMAIL } from '../../test/account.ts'
import { createSignedInStore } from '../../test/signed-in-store.ts'
import {
  authStateAtom,
  checkSessionAtom,
  forceSignOutAtom,
  signOutAtom,
  usernameAtom,
  watchAuthAtom,
} from './auth-atoms.ts'

const noApi = () => Promise.resolve(new Response(null, { status: 404 }))

test('the user id of the product API is the user name of the session', async () => {
  const { store } = await createSignedInStore(noApi)
  expect(store.get(usernameAtom)).toBe(EMAIL)
})

test('a forced sign-out carries its reason, and the session is gone', async () => {
  const { store, client } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await store.set(forceSignOutAtom, 'sync-failed')
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'sync-failed' })
  expect(await client.storage.getItem(`CognitoIdentityServiceProvider.${client.clientId}.LastAuthUser`)).toBeNull()
  unwatch()
})

test('logging out gives no reason', async () => {
  const { store } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await store.set(signOutAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: null })
  unwatch()
})

test('a session that ends elsewhere ends here, and the login says so', async () => {
  const { store, client } = await createSignedInStore(noApi)
  const unwatch = store.set(watchAuthAtom)
  await signOut(client)
  await vi.waitFor(() => expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'session-ended' }))
  unwatch()
})

test('a check that began before a sign-out does not sign in again', async () => {
  const { store } = await createSignedInStore(noApi)
  const checked = store.set(checkSessionAtom)
  const left = store.set(forceSignOutAtom, 'stats-failed')
  await Promise.all([checked, left])
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'stats-failed' })
})
