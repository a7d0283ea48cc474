import * as nodeCrypto from 'node:crypto'

import { expect, test } from 'vitest'

import { findDifferences, type Implement } from '../../test/answers.ts'
import { allVectors, vectorsOf } from '../../test/vectors.ts'
import { deriveKey } from './claim.ts'
import { bytesToHex } from './encoding.ts'
import { createGroup } from './group.ts'
import { preferOpenSsl } from './powers/openssl.ts'
import { createSrp } from './srp.ts'

const native: Implement = (definition) => createSrp(createGroup(definition))
const openSsl: Implement = (definition) => {
  const group = createGroup(definition)
  return createSrp({ ...group, pow: preferOpenSsl(group, () => Promise.resolve(nodeCrypto)) })
}

test('there are 211 vectors', () => {
  expect(allVectors().length).toBe(211)
})

test.each(allVectors())('native BigInt: $kind $id', async (vector) => {
  expect(await findDifferences(native, vector)).toEqual([])
})

test.each(allVectors().filter(({ kind }) => kind !== 'timestamp' && kind !== 'secretHash'))(
  'OpenSSL: $kind $id',
  async (vector) => {
    expect(await findDifferences(openSsl, vector)).toEqual([])
  },
)

test('the key is the one of go-hkdf', () => {
  const vector = vectorsOf<{ ikm: string; salt: string }>('hkdf').find(({ id }) => id === 'go-hkdf')
  const { ikm = '', salt = '' } = vector?.input ?? {}
  expect({ okm: bytesToHex(deriveKey(ikm.replace(/^0+/, ''), salt.replace(/^0+/, ''))) }).toEqual(vector?.output)
})
