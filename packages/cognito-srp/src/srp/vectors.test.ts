import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'

import { findDifferences, native } from '../../test/answers.ts'
import { openSsl } from '../../test/implementations.ts'
import { allVectors, vectorsOf } from '../../test/vectors.ts'
import { deriveKey } from './claim.ts'

test('the vector files contain 211 vectors', () => {
  expect(allVectors().length).toBe(211)
})

test.each(allVectors())('native BigInt computes the $kind vector $id', async (vector) => {
  expect(await findDifferences(native, vector)).toEqual([])
})

test.each(allVectors().filter(({ kind }) => kind !== 'timestamp' && kind !== 'secretHash'))(
  'OpenSSL’s arithmetic reproduces the $kind vector $id',
  async (vector) => {
    expect(await findDifferences(openSsl, vector)).toEqual([])
  },
)

test('the derived key equals the output of vector go-hkdf', () => {
  const vector = vectorsOf<{ ikm: string; salt: string }>('hkdf').find(({ id }) => id === 'go-hkdf')
  const { ikm = '', salt = '' } = vector?.input ?? {}
  expect({ okm: bytesToHex(deriveKey(ikm.replace(/^0+/, ''), salt.replace(/^0+/, ''))) }).toEqual(vector?.output)
})
