import { runInSlices, type Steps } from './slices.ts'

const WINDOW_BITS = 5
/** a + u * x of a 256-bit a never needs more; shorter exponents run as long, so that the time does not tell them. */
const MIN_WINDOW_EXPONENT_BITS = 512

const TEETH = 6
const COLUMNS = 43
/** The longest exponent the comb reaches; `a` and `x` have 256 bits. */
export const MAX_COMB_BITS: number = TEETH * COLUMNS

/** An integer of some type `I`, as far as its bits are read. */
type Integer = { toString(radix: number): string }

/**
 * Multiplication modulo N on some form `T` of the residues of integers `I`. `enter` and `leave` convert; in between a
 * value may be kept in any form that suits the arithmetic.
 */
export type Arithmetic<I, T> = {
  readonly one: T
  readonly enter: (integer: I) => T
  readonly multiply: (left: T, right: T) => T
  /** The product of a value with itself, for less than `multiply` takes. */
  readonly square: (factor: T) => T
  /** The canonical residue, 0 to N - 1. */
  readonly leave: (residue: T) => I
}

/**
 * base ^ exponent % N, in slices that never block for long. The arithmetic is created at the first power, and so is the
 * table for g, which serves every exponent that it reaches. An object that only equals g goes the general way.
 */
export function createPow<I extends Integer, T>(
  g: I,
  createArithmetic: () => Arithmetic<I, T>,
): (base: I, exponent: I) => Promise<I> {
  let created: Arithmetic<I, T> | undefined
  let table: Promise<T[]> | undefined

  return async (base, exponent) => {
    const arithmetic = (created ??= createArithmetic())
    const { enter, leave } = arithmetic
    const bits = exponent.toString(2)
    if (base !== g || bits.length > MAX_COMB_BITS) {
      return leave(await runInSlices(powByWindows(arithmetic, enter(base), bits)))
    }
    table ??= runInSlices(buildComb(arithmetic, enter(g)))
    return leave(await runInSlices(powByComb(arithmetic, await table, bits)))
  }
}

/**
 * base ^ exponent by fixed windows of 5 bits, highest first. It always multiplies, also by base^0: the sequence of
 * operations depends on the length of the exponent only, and not even on that below 512 bits.
 *
 * @param exponentBits the exponent in binary, highest bit first
 */
export function* powByWindows<I, T>(
  { one, multiply, square }: Arithmetic<I, T>,
  base: T,
  exponentBits: string,
): Steps<T> {
  const powers = [one]
  for (let power = one; powers.length < 2 ** WINDOW_BITS; powers.push(power)) power = multiply(power, base)
  yield

  const windowCount = Math.ceil(Math.max(MIN_WINDOW_EXPONENT_BITS, exponentBits.length) / WINDOW_BITS)
  const bits = exponentBits.padStart(windowCount * WINDOW_BITS, '0')
  let result = one
  for (let start = 0; start < bits.length; start += WINDOW_BITS) {
    for (let bit = 0; bit < WINDOW_BITS; bit += 1) result = square(result)
    result = multiply(result, powers[Number.parseInt(bits.slice(start, start + WINDOW_BITS), 2)] as T)
    yield
  }
  return result
}

/**
 * Table of a fixed-base comb (Lim and Lee, 1994): entry j holds the product of g^(2^(43 i)) over the bits i of j. Worth
 * its 277 operations, because one sign-in raises the same g twice, in 86 each where windows take 649. With 4 teeth of 64
 * columns both numbers together are larger, for the first sign-in and for every later one.
 */
export function* buildComb<I, T>({ one, multiply, square }: Arithmetic<I, T>, g: T): Steps<T[]> {
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
export function* powByComb<I, T>(
  { one, multiply, square }: Arithmetic<I, T>,
  table: readonly T[],
  exponentBits: string,
): Steps<T> {
  const bits = exponentBits.padStart(MAX_COMB_BITS, '0')
  let result = one
  for (let column = 0; column < COLUMNS; column += 1) {
    const teeth = Array.from({ length: TEETH }, (_, tooth) => bits[tooth * COLUMNS + column])
    result = multiply(square(result), table[Number.parseInt(teeth.join(''), 2)] as T)
    yield
  }
  return result
}
