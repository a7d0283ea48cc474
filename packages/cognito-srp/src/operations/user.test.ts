import { expect, test, vi } from 'vitest'

import { signInWith, testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { setUserMfaPreference, setUserSettings } from './mfa.ts'
import { deleteUserAttributes, getUser, updateUserAttributes, verifyUserAttribute } from './user.ts'

const PREFIX = 'CognitoIdentityServiceProvider.web'
const KEY = `${PREFIX}.ana.userData`
const answer = { Username: 'ana', UserAttributes: [] }

const CHANGES = [
  ['UpdateUserAttributes', (client) => updateUserAttributes(client, { userAttributes: { name: 'A' } })],
  ['DeleteUserAttributes', (client) => deleteUserAttributes(client, { userAttributeNames: ['name'] })],
  ['VerifyUserAttribute', (client) => verifyUserAttribute(client, { attributeName: 'email', code: '1' })],
  ['SetUserMFAPreference', (client) => setUserMfaPreference(client, {})],
  ['SetUserSettings', (client) => setUserSettings(client, { mfaOptions: [] })],
] satisfies [string, (client: ReturnType<typeof testClient>['client']) => Promise<unknown>][]

test('the GetUser response is stored as user data until a call changes the user', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  pool.on('GetUser', { json: answer })
  for (const [operation, change] of CHANGES) {
    pool.on(operation, { json: {} })
    await getUser(client)
    await vi.waitFor(() => expect(JSON.parse(storage.getItem(KEY) ?? '')).toEqual(answer))
    await change(client)
    expect(storage.getItem(KEY)).toBeNull()
  }
})

test('a call does not fail if the storage rejects user data, or wait if the storage never responds', async () => {
  const { client, pool, storage } = testClient({ items: { ...storedItems(tokens()), [KEY]: '{}' } })
  pool.on('GetUser', { json: answer }).on('UpdateUserAttributes', { json: {} })
  const refuse = () => {
    throw new Error('blocked')
  }
  Object.assign(storage, { setItem: refuse, removeItem: refuse })
  await updateUserAttributes(client, { userAttributes: { name: 'A' } })
  const writes: unknown[] = []
  storage.setItem = (key) => {
    writes.push(key)
    return new Promise<void>(() => {}) as unknown as void
  }
  expect(await getUser(client)).toMatchObject({ username: 'ana' })
  await vi.waitFor(() => expect(writes).toEqual([KEY]))
})

test.each([
  ['a sign-out', undefined],
  ['another user’s sign-in', 'bia'],
])('a GetUser response that arrives after %s is not stored', async (_case, next) => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  pool.on('GetUser', async () => {
    if (next) await signInWith(client, tokens({ username: next }))
    else storage.items.clear()
    return { json: answer }
  })
  await getUser(client)
  await client.state.storageQueue
  expect([...storage.items.keys()].filter((key) => key.endsWith('userData'))).toEqual([])
})
