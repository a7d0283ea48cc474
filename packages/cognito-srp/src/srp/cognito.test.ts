import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'

import { COGNITO, cognitoGroup } from './cognito.ts'
import { sha256 } from './sha256.ts'

/** Computes floor(factor * arctan(1 / inverse) * 2^bits) with an error of a few units. */
function scaledArctan(factor: bigint, inverse: bigint, bits: bigint): bigint {
  let [sum, term] = [0n, (factor << bits) / inverse]
  for (let odd = 1n; term !== 0n; odd += 2n) {
    sum += term / odd
    term /= -inverse * inverse
  }
  return sum
}

test('N is 2^3072 - 2^3008 - 1 + 2^64 * (floor(2^2942 * pi) + 1690314), the prime of RFC 3526 §4', () => {
  const guardBits = 64n // keep the rounding errors of the sums out of the result
  const bits = 2942n + guardBits
  const scaledPi = (scaledArctan(16n, 5n, bits) - scaledArctan(4n, 239n, bits)) >> guardBits // J. Machin, 1706
  const prime = 2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (scaledPi + 1690314n)
  expect(COGNITO.N).toBe(prime.toString(16))
})

test('the native group has the values of its definition', () => {
  const { N, g, hash, pad } = cognitoGroup()
  expect([N.toString(16), g.toString(16)]).toEqual([COGNITO.N, COGNITO.g])
  expect(hash).toBe(sha256)
  expect(pad(0x80n)).toEqual(hexToBytes('0080'))
})
