import { createHmac } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'

import { vectorsOf } from '../../test/vectors.ts'
import { ConfigurationError } from '../errors.ts'
import { secretHash } from './secret-hash.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const input = {
  clientSecret: 'ps50nb7hd1umdnmlt1xa9nwis',
  username: 'josé.🎓@example.com',
  clientId: '1example23456789',
}

test.each(vectorsOf<typeof input>('SecretHash'))(
  'the secret hash of vector $id is correct',
  async ({ input, expected }) => {
    expect(await secretHash(input, input.username)).toBe(expected['secretHash'])
  },
)

test('the secret hash of a name with accents and emoji equals OpenSSL’s result', async () => {
  const { clientSecret, username, clientId } = input
  const expected = createHmac('sha256', clientSecret)
    .update(username + clientId)
    .digest('base64')
  expect(await secretHash(input, username)).toBe(expected)
})

test.each([
  ['crypto', undefined],
  ['crypto.subtle', {}],
])('computing a secret hash without %s rejects with an error that names crypto.subtle', async (_missing, crypto) => {
  vi.stubGlobal('crypto', crypto)
  await expect(secretHash(input, input.username)).rejects.toThrow(
    new ConfigurationError('This platform has no crypto.subtle, which a client secret needs.'),
  )
})

test('a user name of 1024 characters is hashed, and a longer user name is rejected', async () => {
  expect(await secretHash(input, 'a'.repeat(1024))).toMatch(/^.{43}=$/)
  await expect(secretHash(input, 'a'.repeat(1025))).rejects.toThrow(
    new ConfigurationError('A user name must have at most 1024 characters.'),
  )
})

test('the client secret cannot be exported from its key', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  await secretHash(input, input.username)
  const key = await importKey.mock.results[0]?.value
  expect(key).toMatchObject({ extractable: false, usages: ['sign'] })
})
