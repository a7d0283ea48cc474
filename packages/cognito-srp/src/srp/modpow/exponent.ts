import type { BigInteger } from 'big-integer'

import { integerToText } from '../integer.ts'

/** The exponent's bits as text, highest first, in at least `lengthBits` characters. */
export function exponentBits(exponent: BigInteger, lengthBits: number): string {
  return integerToText(exponent, 2).padStart(lengthBits, '0')
}
