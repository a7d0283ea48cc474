import type { BigInteger } from 'big-integer'

/**
 * Multiplication modulo N on some form `T` of the residues. `enter` and `leave` convert; in between a value may be kept
 * in any form that suits the arithmetic.
 */
export type Arithmetic<T> = {
  readonly one: T
  readonly enter: (integer: BigInteger) => T
  readonly multiply: (left: T, right: T) => T
  /** The product of a value with itself, for less than `multiply` takes. */
  readonly square: (factor: T) => T
  /** The canonical residue, 0 to N - 1. */
  readonly leave: (residue: T) => BigInteger
}
