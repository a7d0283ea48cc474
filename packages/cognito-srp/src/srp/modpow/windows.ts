import type { BigInteger } from 'big-integer'

import type { Arithmetic } from './arithmetic.ts'
import { exponentBits } from './exponent.ts'
import type { Steps } from './slices.ts'

const WINDOW_BITS = 5
/** a + u * x of a 256-bit a never needs more; shorter exponents run as long, so that the time does not tell them. */
const MIN_EXPONENT_BITS = 512

/**
 * base ^ exponent by fixed windows of 5 bits, highest first. It always multiplies, also by base^0: the sequence of
 * operations depends on the length of the exponent only, and not even on that below 512 bits.
 */
export function* powByWindows<T>({ one, multiply, square }: Arithmetic<T>, base: T, exponent: BigInteger): Steps<T> {
  const powers = [one]
  for (let power = one; powers.length < 2 ** WINDOW_BITS; powers.push(power)) power = multiply(power, base)
  yield

  let result = one
  for (const digit of windowDigits(exponent)) {
    for (let bit = 0; bit < WINDOW_BITS; bit += 1) result = square(result)
    result = multiply(result, powers[digit] as T)
    yield
  }
  return result
}

function windowDigits(exponent: BigInteger): number[] {
  const significant = exponentBits(exponent, MIN_EXPONENT_BITS)
  const count = Math.ceil(significant.length / WINDOW_BITS)
  const bits = significant.padStart(count * WINDOW_BITS, '0')
  return Array.from({ length: count }, (_, index) =>
    Number.parseInt(bits.slice(index * WINDOW_BITS, (index + 1) * WINDOW_BITS), 2),
  )
}
