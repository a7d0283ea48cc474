import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'

import { findDifferences, native } from '../../test/answers.ts'
import { openSsl } from '../../test/implementations.ts'
import { allVectors, readVectors, vectorAbout } from '../../test/vectors.ts'
import { deriveKey } from './claim.ts'
import { COGNITO } from './cognito.ts'

test('551 vectors exist, and 414 of them test the formulas of a client', () => {
  expect(readVectors().length).toBe(551)
  expect(allVectors().length).toBe(414)
})

test.each(allVectors())('native BigInt reproduces the $type vector $id', async (vector) => {
  expect(await findDifferences(native, vector)).toEqual([])
})

const TYPES_WITHOUT_POWERS = /^(Hkdf|PaddedInteger|PoolName|SecretHash|SessionKey|Signature|Timestamp|Utf8)/

test.each(allVectors().filter(({ type }) => !TYPES_WITHOUT_POWERS.test(type)))(
  'OpenSSL’s arithmetic reproduces the $type vector $id',
  async (vector) => {
    expect(await findDifferences(openSsl, vector)).toEqual([])
  },
)

test('N and g equal the published constants of amazon-cognito-identity-js', () => {
  const { input } = vectorAbout('Multiplier', "k of Cognito's group")
  expect({ N: COGNITO.N, g: COGNITO.g }).toEqual(input)
})

test('the derived key equals the HKDF output that is published for Go', () => {
  const { input, expected } = vectorAbout<{ ikm: string; salt: string }>('Hkdf', 'key from Go, with its ikm and salt')
  const { ikm, salt } = input
  expect(bytesToHex(deriveKey(ikm.replace(/^0+/, ''), salt.replace(/^0+/, '')))).toBe(expected['okm'])
})
