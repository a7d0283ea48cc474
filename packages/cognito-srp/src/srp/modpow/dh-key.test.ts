import { createPrivateKey, createPublicKey } from 'node:crypto'

import bigInt from 'big-integer'
import { expect, test } from 'vitest'

import { cognitoSuite } from '../suite.ts'
import { privateKeyDer, publicKeyDer } from './dh-key.ts'

const group = cognitoSuite()

/** Around every number of bytes at which DER writes a length in another form (X.690 §8.1.3). */
const LENGTHS_BYTES = [1, 120, 121, 122, 123, 124, 125, 126, 127, 128, 248, 249, 250, 251, 252, 253, 254, 255, 256, 384]

test.each(LENGTHS_BYTES)('OpenSSL reads keys of %i bytes and writes the same DER', (lengthBytes) => {
  const value = bigInt(2).pow(8 * lengthBytes - 2)
  const spki = { format: 'der', type: 'spki' } as const
  const publicKey = Buffer.from(publicKeyDer(group, value))
  expect(createPublicKey({ key: publicKey, ...spki }).export(spki)).toEqual(publicKey)

  const pkcs8 = { format: 'der', type: 'pkcs8' } as const
  const privateKey = Buffer.from(privateKeyDer(group, value))
  expect(createPrivateKey({ key: privateKey, ...pkcs8 }).export(pkcs8)).toEqual(privateKey)
})
