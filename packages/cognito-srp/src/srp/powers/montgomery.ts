import type { Arithmetic } from './exponentiation.ts'

/** The widest modulus the three steps below are made for. */
const MAX_MODULUS_BITS = 3072

const WIDE_FOLD_BITS = 1536
const NARROW_FOLD_BITS = 768
/** Not free to choose: with 832 bits here R is 2^3136, which leaves 64 spare bits above 3072. */
const LAST_STEP_BITS = 832
const R_BITS = WIDE_FOLD_BITS + NARROW_FOLD_BITS + LAST_STEP_BITS

/**
 * Arithmetic modulo an odd N of at most 3072 bits, without a division.
 *
 * A residue r is kept as r * R (P. Montgomery, 1985), and a product t is divided by R in three exact steps. The two folds
 * use 2^-k mod N = (N * n' + 1) / 2^k with n' = -N^-1 mod 2^k: the low k bits of t are worth that much each. The last
 * step adds the multiple of N that clears the low 832 bits. Values stay below N + 2^3011 between steps, so no step
 * compares anything; one conditional subtraction on leaving makes the result canonical.
 *
 * A factor is multiplied in two halves of 24 words, which the first fold keeps apart anyway; a square then needs three
 * products of halves, not four. Where both factors have 34 words or more, V8 takes another method, whose fixed cost in
 * Chromium (8 µs measured in version 150, where a half takes 1.5) is above that of all the rest together.
 *
 * Written without BigInt literals: a runtime without BigInt must still be able to parse this file.
 *
 * @throws RangeError when N is even or wider: the result would be wrong.
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

  /** The residue of high * 2^1536 + low. */
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

/** N^-1 mod 2^bits by Newton's iteration, which doubles the right bits each time; every odd N is right to 3 bits. */
function inverseOfOdd(N: bigint, bits: number): bigint {
  let inverse = N
  for (let rightBits = 3; rightBits < bits; rightBits *= 2) {
    inverse = BigInt.asUintN(bits, inverse * (BigInt(2) - N * inverse))
  }
  return inverse
}
