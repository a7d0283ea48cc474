import type { BigInteger } from 'big-integer'

import type { Arithmetic } from './arithmetic.ts'
import { exponentBits } from './exponent.ts'
import type { Steps } from './slices.ts'

const TEETH = 6
const COLUMNS = 43

/** The longest exponent the comb reaches; `a` and `x` have 256 bits. */
export const MAX_COMB_BITS: number = TEETH * COLUMNS

/**
 * Table of a fixed-base comb (Lim and Lee, 1994): entry j holds the product of g^(2^(43 i)) over the bits i of j. Worth
 * its 277 operations, because one sign-in raises the same g twice, in 86 each where windows take 649. With 4 teeth of 64
 * columns both numbers together are larger, for the first sign-in and for every later one.
 */
export function* buildComb<T>({ one, multiply, square }: Arithmetic<T>, g: T): Steps<T[]> {
  const table = [one, g]
  let tooth = g
  for (let bit = 1; bit < TEETH; bit += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      tooth = square(tooth)
      yield
    }
    table.push(...table.map((entry) => multiply(entry, tooth)))
  }
  return table
}

/** g ^ exponent for an exponent of at most {@link MAX_COMB_BITS} bits; it always multiplies, whatever the bits are. */
export function* powByComb<T>(
  { one, multiply, square }: Arithmetic<T>,
  table: readonly T[],
  exponent: BigInteger,
): Steps<T> {
  const bits = exponentBits(exponent, MAX_COMB_BITS)
  let result = one
  for (let column = 0; column < COLUMNS; column += 1) {
    const teeth = Array.from({ length: TEETH }, (_, tooth) => bits[tooth * COLUMNS + column])
    result = multiply(square(result), table[Number.parseInt(teeth.join(''), 2)] as T)
    yield
  }
  return result
}
