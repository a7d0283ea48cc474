import { expect, test, vi } from 'vitest'

import { KeyedStorage, MapStorage, rejection, signInWith, testClient, WebStorage } from '../../test/clients.ts'
import { failure } from '../../test/scripted-pool.ts'
import { listen } from '../../test/recorded-events.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { createCognitoClient } from '../client.ts'
import { ConfigurationError, SessionError, StorageError } from '../errors.ts'
import type { TokenStorage } from '../storage/token-storage.ts'
import { listAccounts, switchAccount } from './accounts.ts'
import { currentUsername, getSession } from './get-session.ts'
import { signOut } from './sign-out.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const ana = tokens()
const bia = tokens({ username: 'bia', refreshToken: 'refresh-of-bia', originJti: 'origin-of-bia' })
const DEVICE = { [`${PREFIX}.ana.deviceKey`]: 'k', [`${PREFIX}.ana.deviceGroupKey`]: 'g', theme: 'dark' }

const stored = (storage: MapStorage) => Object.fromEntries(storage.items)
const whole = (username: string, result: typeof ana) => ({
  ...storedItems(result, { username }),
  [`${PREFIX}.${username}.clockDriftSeconds`]: '0',
})

test('signing in as another user removes the first user’s tokens and user data, keeps the device keys, and sends both events', async () => {
  const items = { ...storedItems(ana), [`${PREFIX}.ana.userData`]: '{}', ...DEVICE }
  const { client, storage } = testClient({ items })
  const events = listen(client)
  await signInWith(client, bia)
  expect(stored(storage)).toEqual({ ...DEVICE, ...whole('bia', bia) })
  await vi.waitFor(() =>
    expect(events).toEqual([
      { type: 'signedOut', username: 'ana', reason: 'replaced' },
      { type: 'signedIn', username: 'bia' },
    ]),
  )
})

test('signing in again as the same user, even under an alias, sends signedIn but not signedOut', async () => {
  for (const username of ['ana', 'ana@example.com']) {
    const { client, storage } = testClient({ items: { ...storedItems(ana, { username }), ...DEVICE } })
    const events = listen(client)
    await signInWith(client, ana)
    expect(stored(storage)).toEqual({ ...DEVICE, ...whole('ana', ana) })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'signedIn', username: 'ana' }]))
  }
})

test.each([
  ['lists its keys', new KeyedStorage()],
  ['is web storage', new WebStorage()],
  ['is web storage with an item named keys', Object.assign(new WebStorage(), { keys: 'an item of another program' })],
  ['iterates over its keys', Object.assign(new MapStorage(), { keys: () => new Set(LEFT_BEHIND).values() })],
  ['returns a promise of its keys', Object.assign(new MapStorage(), { keys: () => Promise.resolve(LEFT_BEHIND) })],
])('if the storage %s, a sign-in also removes leftover tokens of other users', async (_case, storage) => {
  const others = {
    ...DEVICE,
    'CognitoIdentityServiceProvider.other.cyd.idToken': 'of another app client',
    [`${PREFIX}.ana.signInDetails`]: 'of another library',
  }
  const left = Object.fromEntries(LEFT_BEHIND.map((key) => [key, 'left']))
  for (const [key, value] of Object.entries({ ...left, ...others })) storage.items.set(key, value)
  const { client } = testClient({ storage })
  const events = listen(client)
  await signInWith(client, bia)
  expect(stored(storage)).toEqual({ ...others, ...whole('bia', bia) })
  const expected = [
    { type: 'signedOut', username: 'ana', reason: 'replaced' }, // the other users were no longer signed in
    { type: 'signedIn', username: 'bia' },
  ]
  await vi.waitFor(() => expect(events).toEqual(expected))
})
const LEFT_BEHIND = [
  `${PREFIX}.ana.refreshToken`,
  `${PREFIX}.ana.idToken`,
  `${PREFIX}.ana.userData`,
  `${PREFIX}.cyd.clockDrift`,
  `${PREFIX}.d.idToken@é.accessToken`,
]

/** Makes the writes to a storage fail after `writes` successful writes. With `isStuck`, removals fail too. */
function failing(storage: MapStorage, writes: number, isStuck = false): MapStorage {
  let left = writes
  storage.setItem = (key, value) => {
    if (left === 0 && value !== '') throw new Error('full')
    left -= 1
    storage.items.set(key, value)
  }
  if (isStuck) {
    storage.removeItem = () => {
      throw new Error('stuck')
    }
  }
  return storage
}

test.each([0, 1, 2, 3, 4, 5])('a sign-in that fails after %i writes leaves no session items', async (writes) => {
  const storage = failing(new MapStorage(DEVICE), writes)
  const { client } = testClient({ storage })
  const events = listen(client)
  expect(await rejection(signInWith(client, bia))).toMatchObject({ name: 'StorageError', cause: new Error('full') })
  expect(stored(storage)).toEqual(DEVICE)
  await Promise.resolve()
  expect(events).toEqual([])
})

test('a sign-in that cannot be stored leaves the previous user signed in', async () => {
  const storage = failing(new MapStorage(storedItems(ana)), 4)
  const { client } = testClient({ storage })
  expect(await rejection(signInWith(client, bia))).toBeInstanceOf(StorageError)
  expect(stored(storage)).toEqual(storedItems(ana))
  expect(await getSession(client)).toMatchObject({ username: 'ana' })
})

test('a user who signs in again is signed out if the new session cannot be stored', async () => {
  const storage = failing(new MapStorage({ ...storedItems(ana), ...DEVICE }), 2)
  const { client } = testClient({ storage })
  const events = listen(client)
  expect(await rejection(signInWith(client, ana))).toBeInstanceOf(StorageError)
  expect(stored(storage)).toEqual(DEVICE)
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedOut', username: 'ana', reason: 'replaced' }]))
})

test('if a failed sign-in’s items cannot be removed, they are emptied and the removal error is thrown', async () => {
  const storage = failing(new MapStorage(), 3, true)
  const { client } = testClient({ storage })
  const error = await rejection(signInWith(client, bia))
  expect(error).toMatchObject({ name: 'StorageError', cause: new Error('stuck') })
  expect(error).toMatchObject({ message: expect.stringContaining('remove') })
  expect([...storage.items.values()].join('')).toBe('')
  expect(await currentUsername(client)).toBeNull()
})

test('a sign-in fails if the previous user’s tokens cannot be removed, but still tries to remove every item', async () => {
  const storage = new MapStorage(storedItems(ana))
  storage.removeItem = (key) => {
    if (key.endsWith('ana.accessToken')) throw new Error('stuck')
    if (key.endsWith('ana.refreshToken')) throw new Error('stuck too')
    storage.items.delete(key)
  }
  const { client } = testClient({ storage })
  expect(await rejection(signInWith(client, bia))).toMatchObject({ cause: new Error('stuck') })
  expect(stored(storage)).toEqual({ [`${PREFIX}.ana.accessToken`]: '', [`${PREFIX}.ana.refreshToken`]: '' })
})

function manyClient(storage: MapStorage = new MapStorage()) {
  return testClient({ storage, accounts: 'many' })
}

test.each([
  ['a plain storage', () => new MapStorage()],
  ['a storage with a property named key', () => Object.assign(new MapStorage(), { key: 'encrypts the items' })],
  ['a storage that lists its keys', () => new KeyedStorage()],
])('with %s, several users can sign in, switch accounts and sign out one by one', async (_case, create) => {
  const storage = create()
  const { client } = manyClient(storage)
  const events = listen(client)
  expect(await listAccounts(client)).toEqual([])
  await signInWith(client, bia)
  await signInWith(client, ana)
  expect(await listAccounts(client)).toEqual(['ana', 'bia'])
  expect((await getSession(client)).refreshToken).toBe('refresh-1')

  const reloaded = manyClient(storage).client
  await switchAccount(reloaded, 'bia')
  await vi.waitFor(() => expect(events).toHaveLength(3))
  expect((await getSession(client)).refreshToken).toBe('refresh-of-bia')
  await switchAccount(client, 'bia') // a second removal sends no event

  await signOut(client)
  expect(await currentUsername(client)).toBeNull()
  expect(await listAccounts(client)).toEqual(['ana'])
  await switchAccount(client, 'ana')
  expect((await getSession(reloaded)).refreshToken).toBe('refresh-1')
  await signOut(client)
  expect(storage.items.size).toBe(0)
  await vi.waitFor(() => expect(events).toHaveLength(6))
  expect(events.map(({ type, username }) => `${type} ${username}`)).toEqual([
    'signedIn bia',
    'signedIn ana',
    'signedIn bia',
    'signedOut bia',
    'signedIn ana',
    'signedOut ana',
  ])
})

test('a list of users is stored only if the storage cannot list its keys', async () => {
  const [plain, keyed] = [new MapStorage(), new KeyedStorage()]
  await signInWith(manyClient(plain).client, ana)
  await signInWith(manyClient(keyed).client, ana)
  expect(plain.getItem(`${PREFIX}.Accounts`)).toBe('ana')
  expect(stored(keyed)).toEqual(whole('ana', ana))
})

test('a sign-in removes users without tokens from the list', async () => {
  const storage = new MapStorage({ [`${PREFIX}.Accounts`]: 'cyd\nbia\nana', ...storedItems(ana) })
  const { client } = manyClient(storage)
  const events = listen(client)
  await signInWith(client, bia)
  expect(storage.getItem(`${PREFIX}.Accounts`)).toBe('ana\nbia')
  await vi.waitFor(() => expect(events).toEqual([{ type: 'signedIn', username: 'bia' }]))
})

test("a sign-in by a client with accounts: 'one' removes the other users of a client with accounts: 'many'", async () => {
  const storage = new MapStorage()
  const { client } = manyClient(storage)
  for (const username of ['cyd', 'bia']) await signInWith(client, tokens({ username }))
  await signInWith(testClient({ storage }).client, ana)
  expect([...storage.items.keys()].filter((key) => !key.includes('.ana.'))).toEqual([
    `${PREFIX}.LastAuthUser`,
    `${PREFIX}.Accounts`,
  ])
})

test('a user whom another client stored under an alias is listed under the name in the tokens, and can be selected', async () => {
  const storage = new KeyedStorage(storedItems(bia, { username: 'bia@example.com' }))
  const { client } = manyClient(storage)
  await signInWith(client, ana)
  expect(await listAccounts(client)).toEqual(['ana', 'bia'])
  await switchAccount(client, 'bia')
  expect(await getSession(client)).toMatchObject({ username: 'bia', refreshToken: 'refresh-of-bia' })
  await signInWith(client, bia)
  expect([...storage.items.keys()].filter((key) => key.includes('@'))).toEqual([])
})

test("switchAccount rejects a user who is not signed in, and requires a client with accounts: 'many'", async () => {
  const { client, storage } = manyClient(new KeyedStorage({ ...storedItems(ana), [`${PREFIX}.bia.accessToken`]: 'x' }))
  for (const username of ['bia', '']) {
    const error = await rejection(switchAccount(client, username))
    expect(error).toBeInstanceOf(SessionError)
    expect(error).toMatchObject({ message: 'This user is not signed in.', reason: 'nobody' })
  }
  const one = testClient({ storage }).client
  expect(await rejection(switchAccount(one, 'ana'))).toBeInstanceOf(ConfigurationError)
  expect(await rejection(switchAccount(one, 'ana'))).toMatchObject({ message: expect.stringContaining("'many'") })
})

test("with accounts: 'one', listAccounts returns only the signed-in user", async () => {
  const storage = new KeyedStorage({ ...storedItems(bia, { username: 'bia' }), ...storedItems(ana) })
  expect(await listAccounts(testClient({ storage }).client)).toEqual(['ana'])
  storage.items.delete(`${PREFIX}.LastAuthUser`)
  expect(await listAccounts(testClient({ storage }).client)).toEqual([])
})

test('createCognitoClient rejects an unknown value of the option accounts', () => {
  const config = { userPoolId: 'local_Pool1', clientId: 'web', accounts: 'two' as 'many' }
  expect(() => createCognitoClient(config)).toThrow(ConfigurationError)
  expect(() => createCognitoClient(config)).toThrow('accounts must be one of one, many.')
})

test('a sign-in rejects with a StorageError if the storage’s keys() throws', async () => {
  const keys = () => {
    throw new Error('blocked')
  }
  const storage: TokenStorage = Object.assign(new MapStorage(), { keys })
  const { client } = testClient({ storage: storage as MapStorage })
  expect(await rejection(signInWith(client, ana))).toMatchObject({ name: 'StorageError', cause: new Error('blocked') })
})

test('each sign-in, account switch, rejected refresh and sign-out increases the client’s generation', async () => {
  const { client, pool } = manyClient()
  pool.on('GetTokensFromRefreshToken', failure('NotAuthorizedException'))
  const counts = [client.state.generation]
  for (const step of [
    () => signInWith(client, bia),
    () => signInWith(client, ana),
    () => switchAccount(client, 'bia'),
    () => rejection(getSession(client, { forceRefresh: true })),
    () => switchAccount(client, 'ana'),
    () => signOut(client),
  ]) {
    await step()
    counts.push(client.state.generation)
  }
  expect(counts).toEqual([...new Set(counts)].toSorted((one, other) => one - other))
})
