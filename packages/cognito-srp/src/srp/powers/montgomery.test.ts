import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cognitoGroup } from '../cognito.ts'
import { createMontgomery } from './montgomery.ts'

const { N, g } = cognitoGroup()

/** Values for which a reduction with a missing subtraction or carry is wrong. */
const edges = [0n, 1n, 2n, N - 1n, N - 2n, N >> 1n, 2n ** 3071n].concat(
  [768n, 832n, 1536n, 2304n, 3008n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, N - 2n ** bits]),
)
const residue = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: N - 1n }))

test('g^e equals 2^e for every e below 3072', () => {
  const { one, enter, multiply, leave } = createMontgomery(N)
  let power = one
  for (let e = 0n; e < 3072n; e += 1n) {
    expect(leave(power)).toBe(2n ** e)
    power = multiply(power, enter(g))
  }
})

test('products and squares equal the results of the % operator, for edge cases and random values', () => {
  const { enter, multiply, square, leave } = createMontgomery(N)
  for (const left of edges) for (const right of edges) expectProduct(left, right)
  fc.assert(fc.property(residue, residue, expectProduct), { numRuns: 500 })

  function expectProduct(left: bigint, right: bigint) {
    expect(leave(multiply(enter(left), enter(right)))).toBe((left * right) % N)
    expect(leave(square(enter(left)))).toBe((left * left) % N)
  }
})

test('values stay below N + 2^3011 between the steps', () => {
  const { enter, multiply, square } = createMontgomery(N)
  fc.assert(
    fc.property(residue, residue, (left, right) => {
      const product = multiply(enter(left), enter(right))
      expect(multiply(product, product)).toBeLessThan(N + 2n ** 3011n)
      expect(square(product)).toBe(multiply(product, product))
    }),
  )
})

test('a product that is a multiple of a composite modulus is 0, not the modulus', () => {
  const { enter, multiply, leave } = createMontgomery(15n)
  expect(leave(multiply(enter(3n), enter(5n)))).toBe(0n)
})

test.each([3n, 5n, 2n ** 255n - 19n, 2n ** 1024n - 105n, 2n ** 3072n - 1n])(
  'results are correct for an odd modulus of a different size (case %#)',
  (modulus) => {
    const { enter, multiply, leave } = createMontgomery(modulus)
    const value = (modulus * 2n) / 3n
    expect(leave(multiply(enter(value), enter(value)))).toBe((value * value) % modulus)
  },
)

test.each([
  ['even', 2n ** 64n],
  ['wider than 3072 bits', 2n ** 3217n - 1n], // a Mersenne prime
])('a modulus that is %s is rejected', (_kind, modulus) => {
  expect(() => createMontgomery(modulus)).toThrow(new RangeError('N must be odd and have at most 3072 bits.'))
})
