import type { Arithmetic } from './exponentiation.ts'

/** Maximum width of a modulus for the three steps below. */
const MAX_MODULUS_BITS = 3072

const WIDE_FOLD_BITS = 1536
const NARROW_FOLD_BITS = 768
/** With 832 bits, R is 2^3136, which leaves the required 64 spare bits above 3072. */
const LAST_STEP_BITS = 832
const R_BITS = WIDE_FOLD_BITS + NARROW_FOLD_BITS + LAST_STEP_BITS

/**
 * Creates the arithmetic modulo an odd N of at most 3072 bits, without a division.
 *
 * A residue r is represented as r * R (P. Montgomery, 1985), and a product t is divided by R in three exact steps. The two folds
 * replace the low k bits of t by their multiple of 2^-k mod N = (N * n' + 1) / 2^k with n' = -N^-1 mod 2^k. The last step adds
 * the multiple of N that clears the low 832 bits. Values stay below N + 2^3011 between steps, so no step needs a comparison. One
 * conditional subtraction in `leave` makes the result canonical.
 *
 * Factors are multiplied in two halves of 24 words, because the first fold separates the halves anyway and a square then needs
 * only three products of halves. For factors of 34 words or more, V8 uses another method with a high fixed cost (8 µs in Chromium
 * 150, compared with 1.5 µs for a product of halves).
 *
 * This file has no BigInt literals, so that a runtime without BigInt can parse it.
 *
 * @throws RangeError when N is even or has more than 3072 bits, because the result would be wrong.
 */
export function createMontgomery(N: bigint): Arithmetic<bigint, bigint> {
  const [zero, one] = [BigInt(0), BigInt(1)]
  if (N % BigInt(2) === zero || N >> BigInt(MAX_MODULUS_BITS) > zero) {
    throw new RangeError(`N must be odd and have at most ${MAX_MODULUS_BITS} bits.`)
  }
  const negatedInverse = (bits: number) => BigInt.asUintN(bits, -inverseOfOdd(N, bits))
  const inversePower = (bits: number) => (N * negatedInverse(bits) + one) >> BigInt(bits)

  const [wide, narrow, last] = [BigInt(WIDE_FOLD_BITS), BigInt(NARROW_FOLD_BITS), BigInt(LAST_STEP_BITS)]
  const [wideInverse, narrowInverse] = [inversePower(WIDE_FOLD_BITS), inversePower(NARROW_FOLD_BITS)]
  const lastFactor = negatedInverse(LAST_STEP_BITS)

  /** Returns the residue of high * 2^1536 + low. */
  const reduce = (high: bigint, low: bigint) => {
    let t = high + (low >> wide) + BigInt.asUintN(WIDE_FOLD_BITS, low) * wideInverse
    t = (t >> narrow) + BigInt.asUintN(NARROW_FOLD_BITS, t) * narrowInverse
    return (t + BigInt.asUintN(LAST_STEP_BITS, BigInt.asUintN(LAST_STEP_BITS, t) * lastFactor) * N) >> last
  }
  const multiply = (left: bigint, right: bigint) => {
    const low = BigInt.asUintN(WIDE_FOLD_BITS, left) * right
    return reduce((left >> wide) * right, low)
  }
  const square = (factor: bigint) => {
    const [high, low] = [factor >> wide, BigInt.asUintN(WIDE_FOLD_BITS, factor)]
    return reduce(((high * high) << wide) + ((high * low) << one), low * low)
  }
  const R = (one << BigInt(R_BITS)) % N
  const R2 = (R * R) % N
  return {
    one: R,
    enter: (integer) => multiply(integer, R2),
    multiply,
    square,
    leave: (residue) => {
      const value = multiply(residue, one)
      return value - (value >= N ? N : zero)
    },
  }
}

/**
 * Computes N^-1 mod 2^bits with Newton's iteration, which doubles the number of correct bits each time. The start value N is
 * correct to 3 bits for every odd N.
 */
function inverseOfOdd(N: bigint, bits: number): bigint {
  let inverse = N
  for (let rightBits = 3; rightBits < bits; rightBits *= 2) {
    inverse = BigInt.asUintN(bits, inverse * (BigInt(2) - N * inverse))
  }
  return inverse
}
