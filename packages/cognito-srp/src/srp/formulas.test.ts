import bigInt, { type BigInteger } from 'big-integer'
import { expect, test } from 'vitest'

import { vectorsOf, type Vector } from '../../test/vectors.ts'
import { SrpError } from '../errors.ts'
import { hexToBytes } from './encoding.ts'
import { computeA, computeK, computeS, computeU, computeVerifier, computeX } from './formulas.ts'
import { integerFromHex, integerToHex } from './integer.ts'
import { createArrayModPow, createModPow, createNativeModPow } from './modpow/modpow.ts'
import { rfc5054Suite } from './rfc5054-suite.ts'
import { cognitoSuite } from './suite.ts'

type AppendixB = { N: string; g: string; identity: string; password: string; salt: string; a: string }

const { N, g } = cognitoSuite()
const modPow = createNativeModPow({ N, g })

test.each([
  ['native', createNativeModPow],
  ['arrays', createArrayModPow],
])('RFC 5054 Appendix B comes out of the same formulas: %s', async (_path, createPath) => {
  const [{ input, output }] = vectorsOf<AppendixB>('srp') as [Vector<AppendixB>]
  const suite = rfc5054Suite()
  expect([integerToHex(suite.N), integerToHex(suite.g)]).toEqual([input.N, input.g])
  const modPow = createPath(suite)
  const [a, B] = [integerFromHex(input.a, 'a'), integerFromHex(output['B'] ?? '', 'B')]

  const k = computeK(suite)
  const x = computeX(suite, { salt: hexToBytes(input.salt), identity: input.identity, password: input.password })
  const verifier = await computeVerifier(suite, x, modPow)
  const A = await computeA(suite, a, modPow)
  const u = computeU(suite, { A, B })
  const S = await computeS(suite, { k, x, a, B, u }, modPow)
  const values = Object.entries({ k, x, verifier, A, B, u, S }).map(([name, value]) => [name, integerToHex(value)])
  expect(Object.fromEntries(values)).toEqual(output)
})

test('aborts when A is a multiple of N', async () => {
  const group = { N, g: N }
  await expect(computeA(group, bigInt(5), createModPow(group))).rejects.toThrow(
    new SrpError('Illegal paramater. A mod N cannot be 0.'),
  )
})

const k = computeK(cognitoSuite())
const known = { k, x: bigInt(11), a: bigInt(13), B: bigInt(17), u: bigInt(19) }
const kgx = k.multiply(bigInt(2).pow(11))

test.each<[string, Partial<Record<'B' | 'u', BigInteger>>, string]>([
  ['B = 0', { B: bigInt.zero }, 'B cannot be zero.'],
  ['B = N', { B: N }, 'B cannot be zero.'],
  ['B = 2N', { B: N.multiply(2) }, 'B cannot be zero.'],
  ['B = N + 1', { B: N.next() }, 'B must be less than N.'],
  ['u = 0', { u: bigInt.zero }, 'U cannot be zero.'],
  ['B = k * g^x', { B: kgx }, 'B forces a known premaster secret.'],
  ['B = k * g^x + 1', { B: kgx.next() }, 'B forces a known premaster secret.'],
  ['B = k * g^x - 1', { B: kgx.prev() }, 'B forces a known premaster secret.'],
])('aborts when %s', async (_case, values, message) => {
  await expect(computeS({ N, g }, { ...known, ...values }, modPow)).rejects.toThrow(new SrpError(message))
})

test('accepts the neighbours of a B that is refused', async () => {
  const S = await computeS({ N, g }, { ...known, B: kgx.add(2) }, modPow)
  expect(S).toEqual(bigInt(2).pow(13 + 19 * 11))
})
