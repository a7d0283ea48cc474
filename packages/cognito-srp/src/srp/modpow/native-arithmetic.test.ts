import bigInt from 'big-integer'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toNative } from '../integer.ts'
import { cognitoSuite } from '../suite.ts'
import { createNativeArithmetic } from './native-arithmetic.ts'

const { N, g } = cognitoSuite()
const nativeN = toNative(N)

/** Values at which a reduction that forgets a subtraction or a carry goes wrong. */
const edges = [0n, 1n, 2n, nativeN - 1n, nativeN - 2n, nativeN >> 1n, 2n ** 3071n].concat(
  [768n, 832n, 1536n, 2304n, 3008n].flatMap((bits) => [2n ** bits - 1n, 2n ** bits, nativeN - 2n ** bits]),
)
const residue = fc.oneof(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: nativeN - 1n }))

test('g^e is 2^e for every e below 3072, where nothing has to be reduced', () => {
  const { one, enter, multiply, leave } = createNativeArithmetic(N)
  let power = one
  for (let e = 0n; e < 3072n; e += 1n) {
    expect(toNative(leave(power))).toBe(2n ** e)
    power = multiply(power, enter(g))
  }
})

test('a product and a square are the remainder that % gives, at the edges and at random', () => {
  const { enter, multiply, square, leave } = createNativeArithmetic(N)
  for (const left of edges) for (const right of edges) expectProduct(left, right)
  fc.assert(fc.property(residue, residue, expectProduct), { numRuns: 500 })

  function expectProduct(left: bigint, right: bigint) {
    const product = leave(multiply(enter(bigInt(left)), enter(bigInt(right))))
    expect(toNative(product)).toBe((left * right) % nativeN)
    expect(toNative(leave(square(enter(bigInt(left)))))).toBe((left * left) % nativeN)
  }
})

test('values stay below N + 2^3011 between the steps', () => {
  const { enter, multiply, square } = createNativeArithmetic(N)
  fc.assert(
    fc.property(residue, residue, (left, right) => {
      const product = multiply(enter(bigInt(left)), enter(bigInt(right)))
      expect(multiply(product, product)).toBeLessThan(nativeN + 2n ** 3011n)
      expect(square(product)).toBe(multiply(product, product))
    }),
  )
})

test('a product that is a multiple of a composite modulus is 0, not the modulus', () => {
  const { enter, multiply, leave } = createNativeArithmetic(bigInt(15))
  expect(leave(multiply(enter(bigInt(3)), enter(bigInt(5))))).toEqual(bigInt.zero)
})

test.each([3n, 5n, 2n ** 255n - 19n, 2n ** 1024n - 105n, 2n ** 3072n - 1n])(
  'an odd modulus of another size works (case %#)',
  (modulus) => {
    const { enter, multiply, leave } = createNativeArithmetic(bigInt(modulus))
    const value = (modulus * 2n) / 3n
    const square = multiply(enter(bigInt(value)), enter(bigInt(value)))
    expect(toNative(leave(square))).toBe((value * value) % modulus)
  },
)
