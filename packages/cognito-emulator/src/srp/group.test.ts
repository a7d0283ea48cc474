import { N, power as squareAndMultiply } from '@cognito-srp/testing/srp'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { power, powerByWindows, powerOfG } from './group.ts'

const exponents = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const bases = fc.bigInt({ min: 0n, max: 2n * N })

test('power and powerByWindows agree with square-and-multiply', () => {
  const property = fc.property(bases, exponents, (base, exponent) => {
    const expected = squareAndMultiply(base % N, exponent)
    expect(power(base, exponent)).toBe(expected)
    expect(powerByWindows(base, exponent)).toBe(expected)
  })
  fc.assert(property, { numRuns: 30 })
})

test('powerOfG agrees with square-and-multiply for exponents below 64 and around word boundaries', () => {
  const boundaries = [63n, 64n, 255n, 256n, 3071n, 3072n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits])
  const small = Array.from({ length: 64 }, (_nothing, exponent) => BigInt(exponent))
  for (const exponent of [...small, ...boundaries]) expect(powerOfG(exponent)).toBe(squareAndMultiply(2n, exponent))
})

test.each([
  ['0', 0n, 0n],
  ['1', 1n, 1n],
  ['N', N, 0n],
  ['N - 1', N - 1n, N - 1n],
  ['a non-residue', N - 4n, undefined],
])('power raises %s to an odd power, although OpenSSL rejects this base', (_name, base, known) => {
  expect(power(base, 7n)).toBe(known ?? squareAndMultiply(base, 7n))
})
