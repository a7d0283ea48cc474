import type { BigInteger } from 'big-integer'

import type { Arithmetic } from './arithmetic.ts'
import { exponentBits } from './exponent.ts'
import type { Steps } from './slices.ts'

const TEETH = 4
const COLUMNS = 64

/** The longest exponent the comb reaches: that of `a` and `x`. */
export const MAX_COMB_BITS: number = TEETH * COLUMNS

/**
 * Table of a fixed-base comb (Lim and Lee, 1994): entry j holds the product of g^(2^(64 i)) over the bits i of j. Worth
 * its 203 multiplications, because one sign-in raises the same g twice.
 */
export function* buildComb<T>({ one, multiply }: Arithmetic<T>, g: T): Steps<T[]> {
  const table = [one, g]
  let tooth = g
  for (let bit = 1; bit < TEETH; bit += 1) {
    for (let square = 0; square < COLUMNS; square += 1) {
      tooth = multiply(tooth, tooth)
      yield
    }
    table.push(...table.map((entry) => multiply(entry, tooth)))
  }
  return table
}

/** g ^ exponent for an exponent of at most {@link MAX_COMB_BITS} bits; it always multiplies, whatever the bits are. */
export function* powByComb<T>({ one, multiply }: Arithmetic<T>, table: readonly T[], exponent: BigInteger): Steps<T> {
  const bits = exponentBits(exponent, MAX_COMB_BITS)
  let result = one
  for (let column = 0; column < COLUMNS; column += 1) {
    const teeth = Array.from({ length: TEETH }, (_, tooth) => bits[tooth * COLUMNS + column])
    result = multiply(multiply(result, result), table[Number.parseInt(teeth.join(''), 2)] as T)
    yield
  }
  return result
}
