import type { BigInteger } from 'big-integer'

import type { Arithmetic } from './arithmetic.ts'

/** Any modulus through big-integer itself, which keeps arrays of digits where the runtime has no BigInt. */
export function createArrayArithmetic(N: BigInteger): Arithmetic<BigInteger> {
  return {
    one: N.pow(0),
    enter: (integer) => integer.mod(N),
    multiply: (left, right) => left.multiply(right).mod(N),
    square: (factor) => factor.square().mod(N),
    leave: (residue) => residue,
  }
}
