import { _SHA256 } from '@noble/hashes/sha2.js'

import { padBytes } from './encoding.ts'
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

/** SHA-256. By its class, since the function of @noble/hashes is made with `Object.hasOwn`, which is of 2022. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new _SHA256().update(bytes).digest()
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

let cognito: Group | undefined

/**
 * Cognito's group, that of `COGNITO`; one for all sign-ins, so that the constants of its powers are built once.
 *
 * @example
 * const { N, g, pad } = cognitoGroup()
 * console.log(pad(g), pad(N).length) // Uint8Array [2], 385 bytes
 */
export function cognitoGroup(): Group {
  return (cognito ??= createGroup({ N: computeModp15().toString(16), g: '2', hash: sha256, pad: padBytes }))
}

/** So many bits more than are needed: what each division cuts off must not reach the last one. */
const GUARD_BITS = 64

/**
 * The prime of RFC 3526 §4 in the RFC's own words, 2^3072 - 2^3008 - 1 + 2^64 * (floor(2^2942 * pi) + 1690314), by
 * pi = 16 arctan(1/5) - 4 arctan(1/239) (J. Machin, 1706). It takes a millisecond, and its digits, which a test compares
 * it with, would cost every page half a kilobyte.
 */
function computeModp15(): bigint {
  const powerOf2 = (bits: number) => BigInt(1) << BigInt(bits)
  const scaledArctan = (factor: number, inverse: number) => {
    let sum = BigInt(0)
    let term = (BigInt(factor) * powerOf2(2942 + GUARD_BITS)) / BigInt(inverse)
    for (let odd = 1; term !== BigInt(0); odd += 2) {
      sum += term / BigInt(odd)
      term /= BigInt(-inverse * inverse)
    }
    return sum
  }
  const scaledPi = (scaledArctan(16, 5) - scaledArctan(4, 239)) >> BigInt(GUARD_BITS)
  return powerOf2(3072) - powerOf2(3008) - BigInt(1) + powerOf2(64) * (scaledPi + BigInt(1690314))
}
