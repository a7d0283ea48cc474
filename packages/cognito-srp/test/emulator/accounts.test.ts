import { ANA } from '@cognito-srp/testing/user-pools'
import { afterEach, beforeEach, expect, test } from 'vitest'

import {
  adoptSession,
  currentUsername,
  deleteUser,
  getSession,
  getUser,
  listAccounts,
  onAuthChange,
  SessionError,
  signIn,
  signOut,
  switchAccount,
  type AuthEvent,
} from '../../src/index.ts'
import { MapStorage, rejection } from '../clients.ts'
import { REQUEST, startPool, type TestPool } from './pool.ts'

const BIA = { ...ANA, username: 'bia', attributes: { ...ANA.attributes, email: 'bia@example.com' } }
const AS_BIA = { username: 'bia', password: BIA.password }
const HOUR_SECONDS = 3600
let pool: TestPool

/**
 * Without a grace period, each refresh token works only once, so a client that loses the new token is signed out at the next
 * refresh.
 */
beforeEach(async () => {
  pool = await startPool({ clients: [{ id: 'web', refreshTokenRotation: { graceSeconds: 0 } }], users: [ANA, BIA] })
})
afterEach(() => pool.emulator.close())

test('signing in as another user removes the first user’s tokens and user data from the storage', async () => {
  const storage = new MapStorage()
  const client = pool.createClient({ storage })
  await signIn(client, REQUEST)
  const { refreshToken = '', idToken } = await getSession(client)
  await getUser(client)
  const events: AuthEvent[] = []
  const stop = onAuthChange(client, (event) => events.push(event))
  await signIn(client, AS_BIA)
  stop()
  expect(events).toEqual([
    { type: 'signedOut', username: 'ana', reason: 'replaced' },
    { type: 'signedIn', username: 'bia' },
  ])
  expect([...storage.items.keys()].filter((key) => key.includes('ana'))).toEqual([])
  expect([...storage.items.values()].filter((value) => [refreshToken, idToken.jwt].includes(value))).toEqual([])
  expect(await getUser(client)).toMatchObject({ username: 'bia' })
})

test('a user can switch between accounts across reloads, and each account’s tokens are renewed with its own refresh token', async () => {
  const storage = new MapStorage()
  const open = () => pool.createClient({ storage, accounts: 'many' })
  await signIn(open(), REQUEST)
  await signIn(open(), AS_BIA)
  for (let expiry = 0; expiry < 3; expiry += 1) {
    pool.advance(HOUR_SECONDS)
    for (const username of ['ana', 'bia']) {
      await switchAccount(open(), username)
      expect(await getUser(open())).toMatchObject({ username })
    }
  }
  await signOut(open(), { scope: 'revoke' })
  expect(await currentUsername(open())).toBeNull()
  expect(await listAccounts(open())).toEqual(['ana'])
  await switchAccount(open(), 'ana')
  pool.advance(HOUR_SECONDS)
  expect(await getUser(open())).toMatchObject({ username: 'ana' })
})

test('a refresh stores the right refresh token if another user becomes current, signs in or signs out during the refresh', async () => {
  const client = pool.createClient({ accounts: 'many' })
  await signIn(client, AS_BIA)
  await signIn(client, REQUEST)
  const overtaking = [
    () => switchAccount(client, 'bia'),
    () => signIn(client, AS_BIA),
    async () => {
      await switchAccount(client, 'bia')
      await signOut(client)
      await signIn(client, AS_BIA)
    },
  ]
  for (const overtake of overtaking) {
    await switchAccount(client, 'ana')
    pool.advance(HOUR_SECONDS)
    const refreshing = getSession(client)
    refreshing.catch(() => undefined)
    await overtake()
    await refreshing.catch((error: unknown) => expect(error).toBeInstanceOf(SessionError)) // no user was current at that moment
    expect(await currentUsername(client)).toBe('bia')
    await switchAccount(client, 'ana')
    pool.advance(HOUR_SECONDS)
    expect(await getSession(client)).toMatchObject({ username: 'ana' })
  }
})

test('a sign-in whose storage fails stores no items, and the previous user stays signed in', async () => {
  const storage = new MapStorage()
  const client = pool.createClient({ storage })
  await signIn(client, REQUEST)
  const before = Object.fromEntries(storage.items)
  storage.setItem = (key, value) => {
    if (key.endsWith('idToken')) throw new DOMException('quota', 'QuotaExceededError')
    storage.items.set(key, value)
  }
  expect(await rejection(signIn(client, AS_BIA))).toMatchObject({ name: 'StorageError' })
  expect(Object.fromEntries(storage.items)).toEqual(before)
  expect(await getUser(client)).toMatchObject({ username: 'ana' })
})

test('tokens from another program can be adopted, used, renewed and revoked', async () => {
  const { idToken, accessToken, refreshToken } = await obtain()
  const client = pool.createClient()
  const session = await adoptSession(client, { idToken, accessToken, refreshToken })
  expect(session.username).toBe('ana')
  expect(await getUser(client)).toMatchObject({ username: 'ana' })
  pool.advance(HOUR_SECONDS)
  expect(await getUser(client)).toMatchObject({ username: 'ana' })
  await signOut(client, { scope: 'revoke' })
})

test('tokens of another pool or app client are not adopted', async () => {
  const tokens = await obtain()
  for (const other of [{ clientId: 'other' }, { userPoolId: 'local_Pool2' }]) {
    const error = await rejection(adoptSession(pool.createClient(other), tokens))
    expect(error).toMatchObject({ name: 'SessionError', message: expect.stringContaining('The id token') })
  }
})

async function obtain() {
  const client = pool.createClient()
  await signIn(client, REQUEST)
  const { idToken, accessToken, refreshToken } = await getSession(client)
  return { idToken: idToken.jwt, accessToken: accessToken.jwt, refreshToken }
}

test('deleting an account does not sign other users out', async () => {
  const client = pool.createClient({ accounts: 'many' })
  await signIn(client, AS_BIA)
  await signIn(client, REQUEST)
  const deleting = deleteUser(client)
  await switchAccount(client, 'bia')
  await deleting
  expect(await listAccounts(client)).toEqual(['bia'])
  expect(await getUser(client)).toMatchObject({ username: 'bia' })
})
