import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { follow, settled, userNamed } from '../../test/auth-views.ts'
import { signInWith, testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import type { CognitoClient } from '../client.ts'
import { switchAccount } from './accounts.ts'
import { createAuthStore } from './auth-store.ts'
import { emit } from './events.ts'

const BIA = { username: 'bia' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signedIn = () => testClient({ items: storedItems(tokens()) })

test('signing in as another user changes the snapshot from the first user to the second, without signedOut in between', async () => {
  const { client } = signedIn()
  const { shown } = follow(createAuthStore(client))
  await settled()
  await signInWith(client, tokens(BIA))
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana'), userNamed('bia')])
})

test('after another tab has replaced the user, the store shows the user in the storage', async () => {
  const { client, storage } = signedIn()
  const { shown } = follow(createAuthStore(client))
  await settled()
  for (const [key, value] of Object.entries(storedItems(tokens(BIA), BIA))) storage.setItem(key, value)
  emit(client, { type: 'signedOut', username: 'ana', reason: 'elsewhere' })
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana'), userNamed('bia')])
})

async function twoAccounts(): Promise<CognitoClient> {
  const { client } = testClient({ accounts: 'many' })
  await signInWith(client, tokens(BIA))
  await signInWith(client, tokens())
  return client
}

test('with several accounts, the store shows the current user, even if another user is refreshed or signed out', async () => {
  const client = await twoAccounts()
  const store = createAuthStore(client)
  const { shown } = follow(store)
  await settled()
  const snapshot = store.getSnapshot()
  emit(client, { type: 'refreshed', username: 'bia' })
  emit(client, { type: 'signedOut', username: 'bia', reason: 'refused' })
  await settled()
  expect(store.getSnapshot()).toBe(snapshot)
  await switchAccount(client, 'bia')
  await settled()
  expect(shown).toEqual(['checking', userNamed('ana'), userNamed('bia')])
})

test('switching the account while the store has no listener resets the snapshot to checking', async () => {
  const client = await twoAccounts()
  const store = createAuthStore(client)
  const { stop } = follow(store)
  await settled()
  stop()
  await switchAccount(client, 'bia')
  expect(store.getSnapshot()).toBe('checking')
})
