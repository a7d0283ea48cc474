import { expect, test } from 'vitest'

import { k, N, pad, power, toInteger } from './srp.ts'

test('N is 2^3072 - 2^3008 - 1 + 2^64 * ([2^2942 * pi] + 1690314), as RFC 3526 §4 gives it', () => {
  const pi = floorOfPi(2942n)
  expect(N).toBe(2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (pi + 1_690_314n))
})

test('k is the number that other implementations publish', () => {
  expect(k.toString(16)).toBe('538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6')
})

test.each([
  [0n, '00'],
  [0x7fn, '7f'],
  [0x80n, '0080'],
  [0xabcn, '0abc'],
  [0x1234n, '1234'],
])('pads %d to whole bytes without a set top bit', (value, hex) => {
  expect(Buffer.from(pad(value)).toString('hex')).toBe(hex)
  expect(toInteger(pad(value))).toBe(value)
})

test('powers follow the laws of exponents', () => {
  expect(power(3n, 5n)).toBe(243n)
  expect(power(7n, 1000n)).toBe((power(7n, 400n) * power(7n, 600n)) % N)
  expect(power(2n, N - 1n)).toBe(1n) // Fermat
})

/** [2^bits * pi] by Machin's formula pi = 16 arctan(1/5) - 4 arctan(1/239). */
function floorOfPi(bits: bigint): bigint {
  const guard = 64n
  const one = 1n << (bits + guard)
  const arctanOfInverse = (x: bigint): bigint => {
    let [sum, term, n, sign] = [0n, one / x, 1n, 1n]
    while (term > 0n) {
      sum += (sign * term) / n
      ;[term, n, sign] = [term / (x * x), n + 2n, -sign]
    }
    return sum
  }
  return (16n * arctanOfInverse(5n) - 4n * arctanOfInverse(239n)) >> guard
}
