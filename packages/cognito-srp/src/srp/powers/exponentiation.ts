import { runInSlices, type Steps } from './slices.ts'

const WINDOW_BITS = 5
/**
 * Bits of a + u * x for a 256-bit a. Shorter exponents take the same number of steps, so that the time does not reveal the
 * exponent.
 */
const MIN_WINDOW_EXPONENT_BITS = 512

const TEETH = 6
const COLUMNS = 43
/** Maximum length of an exponent for the comb. `a` and `x` have 256 bits. */
export const MAX_COMB_BITS: number = TEETH * COLUMNS

/** Integer whose bits can be read. */
type Integer = { toString(radix: number): string }

/**
 * Arithmetic modulo N. `enter` converts an integer of type `I` to a residue of type `T`, and `leave` converts the residue back.
 * Between the conversions, a residue can have any form that suits the arithmetic.
 */
export type Arithmetic<I, T> = {
  readonly one: T
  readonly enter: (integer: I) => T
  readonly multiply: (left: T, right: T) => T
  /** Multiplies a value by itself, faster than `multiply`. */
  readonly square: (factor: T) => T
  /** Returns the canonical residue from 0 to N - 1. */
  readonly leave: (residue: T) => I
}

/**
 * Creates a function that computes base ^ exponent % N in slices that never block for long. The first power creates the
 * arithmetic. The first power of g with an exponent of at most {@link MAX_COMB_BITS} bits creates a table, which all such powers
 * use. A base that equals g but is another object uses the general method.
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
 * Computes base ^ exponent with fixed windows of 5 bits, highest first. Multiplies after every window, even by base^0, so the
 * sequence of operations depends only on the length of the exponent. All exponents of at most 512 bits have the same sequence.
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
 * Builds the table of a fixed-base comb (Lim and Lee, 1994). Entry j is the product of g^(2^(43 i)) over the set bits i of j. The
 * table costs 277 operations, but one sign-in raises the same g twice, with 86 operations each instead of 649 with windows. With
 * 4 teeth of 64 columns, the first and every later sign-in would need more operations.
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

/**
 * Computes g ^ exponent for an exponent of at most {@link MAX_COMB_BITS} bits. Multiplies once for every column, regardless of
 * the bits.
 */
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
