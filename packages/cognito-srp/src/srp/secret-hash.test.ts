import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'

import { vectorsOf } from '../../test/vectors.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { computeSecretHash, type SecretHashInput } from './secret-hash.ts'

const input = {
  clientSecret: 'ps50nb7hd1umdnmlt1xa9nwis',
  username: 'josé.🎓@example.com',
  clientId: '1example23456789',
}

test.each(vectorsOf<SecretHashInput>('secretHash'))('the secret hash of $id comes out', async ({ input, output }) => {
  expect(await computeSecretHash(input)).toBe(output['secretHash'])
})

test('a secret hash is what OpenSSL computes, for any Unicode name', async () => {
  const { clientSecret, username, clientId } = input
  const expected = createHmac('sha256', clientSecret)
    .update(username + clientId)
    .digest('base64')
  expect(await computeSecretHash(input)).toBe(expected)
})

test('a platform without WebCrypto is named instead of failing somewhere inside', async () => {
  vi.stubGlobal('crypto', {})
  try {
    await expect(computeSecretHash(input)).rejects.toThrow(ConfigurationError)
  } finally {
    vi.unstubAllGlobals()
  }
})
