import { createPow } from './powers/exponentiation.ts'
import { createMontgomery } from './powers/montgomery.ts'

/**
 * Computes base ^ exponent % N in a fixed group. The base is from 0 to N - 1, and the exponent is not negative. Never blocks for
 * long.
 */
export type Pow = (base: bigint, exponent: bigint) => Promise<bigint>

/** Parameters of SRP's formulas, named as in RFC 5054. */
export type Group = {
  /** Safe prime. */
  readonly N: bigint
  /** Generator. */
  readonly g: bigint
  /** Hash function H. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
  /** PAD, which converts an integer to the bytes to hash. */
  readonly pad: (integer: bigint) => Uint8Array
  readonly pow: Pow
}

/** Definition of a {@link Group} with integers in lower-case hex, for runtimes without BigInt. */
export type GroupDefinition = {
  readonly N: string
  readonly g: string
  /** Hash function H, from which k, u and x are computed. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
  /** Converts an integer in hex to the bytes to hash. */
  readonly pad: (hex: string) => Uint8Array
}

/**
 * Creates the group from a definition, with native BigInt. Its `pow` rejects with a RangeError if N is even or has more than
 * 3072 bits.
 *
 * @example
 * const { N, g, pow } = createGroup(COGNITO)
 * console.log((await pow(g, 3072n)) < N)
 */
export function createGroup({ N: hexN, g: hexG, hash, pad }: GroupDefinition): Group {
  const [N, g] = [BigInt(`0x${hexN}`), BigInt(`0x${hexG}`)]
  return {
    N,
    g,
    hash,
    pad: (integer) => pad(integer.toString(16)),
    pow: createPow(g, () => createMontgomery(N)),
  }
}
