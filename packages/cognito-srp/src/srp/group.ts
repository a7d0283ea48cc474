import { createPow } from './powers/exponentiation.ts'
import { createMontgomery } from './powers/montgomery.ts'

/** base ^ exponent % N in a fixed group; base from 0 to N - 1, exponent 0 or more. Never blocks for long. */
export type Pow = (base: bigint, exponent: bigint) => Promise<bigint>

/** What the formulas of SRP are about, by the names of RFC 5054. */
export type Group = {
  /** Safe prime. */
  readonly N: bigint
  /** Generator. */
  readonly g: bigint
  /** H. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
  /** PAD: the bytes of an integer that are hashed. */
  readonly pad: (integer: bigint) => Uint8Array
  readonly pow: Pow
}

/** A {@link Group} as a standard writes it down, with integers in lower-case hex: runtimes without BigInt read it too. */
export type GroupDefinition = {
  readonly N: string
  readonly g: string
  /** H, which also makes k, u and x. */
  readonly hash: (bytes: Uint8Array) => Uint8Array
  /** The bytes that are hashed for an integer in hex. */
  readonly pad: (hex: string) => Uint8Array
}

/**
 * The group of a definition, on native BigInt. Its `pow` rejects with a RangeError when N is even or has more than 3072
 * bits.
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
