import { expect, test } from 'vitest'

import { testClient } from '../../test/clients.ts'
import { storedItems, tokens } from '../../test/tokens.ts'
import { setUserMfaPreference, setUserSettings } from './mfa.ts'
import { deleteUserAttributes, getUser, updateUserAttributes, verifyUserAttribute } from './user.ts'

test('the answer of GetUser is kept as user data until something about the user changes', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  const key = 'CognitoIdentityServiceProvider.web.ana.userData'
  const answer = { Username: 'ana', UserAttributes: [] }
  pool.on('GetUser', { json: answer })
  const changes: [string, () => Promise<unknown>][] = [
    ['UpdateUserAttributes', () => updateUserAttributes(client, { userAttributes: { name: 'A' } })],
    ['DeleteUserAttributes', () => deleteUserAttributes(client, { userAttributeNames: ['name'] })],
    ['VerifyUserAttribute', () => verifyUserAttribute(client, { attributeName: 'email', code: '1' })],
    ['SetUserMFAPreference', () => setUserMfaPreference(client, {})],
    ['SetUserSettings', () => setUserSettings(client, { mfaOptions: [] })],
  ]
  for (const [operation, change] of changes) {
    pool.on(operation, { json: {} })
    await getUser(client)
    expect(JSON.parse(storage.getItem(key) ?? '')).toEqual(answer)
    await change()
    expect(storage.getItem(key)).toBeNull()
  }
})

test('an answer about the user that comes after the sign-out is not kept', async () => {
  const { client, pool, storage } = testClient({ items: storedItems(tokens()) })
  pool.on('GetUser', () => {
    storage.items.clear()
    return { json: { Username: 'ana' } }
  })
  await getUser(client)
  expect(storage.items.size).toBe(0)
})
