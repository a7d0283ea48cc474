import { computeA, computeK, computeS, computeU, computeVerifier, computeX, type Credentials } from './formulas.ts'
import type { Group } from './group.ts'

/**
 * Formulas of one group with every integer as lower-case hex without leading zeros, so that a runtime without BigInt can compute
 * them too. The implementations are {@link createSrp} and `powers/digit-arrays.ts`.
 */
export type Srp = {
  /** A = g^a % N. */
  publicValue(a: string): Promise<string>
  /** Premaster secret S, with its intermediate values. */
  premasterSecret(values: { a: string; A: string; B: string } & Credentials): Promise<SecretValues>
  /** Private key x, and verifier g^x % N. */
  verifier(credentials: Credentials): Promise<{ x: string; verifier: string }>
}

/** Values of a claim as hex, named as in RFC 5054 §2.6. */
export type SecretValues = { k: string; x: string; u: string; S: string }

/** Creates the formulas with native BigInt. */
export function createSrp(group: Group): Srp {
  const k = computeK(group)
  return {
    async publicValue(a) {
      return toHex(await computeA(group, fromHex(a)))
    },
    async premasterSecret({ a: hexA, A, B: hexB, ...credentials }) {
      const [a, B] = [fromHex(hexA), fromHex(hexB)]
      const u = computeU(group, { A: fromHex(A), B })
      const x = computeX(group, credentials)
      const S = await computeS(group, { k, a, B, u, x })
      return { k: toHex(k), x: toHex(x), u: toHex(u), S: toHex(S) }
    },
    async verifier(credentials) {
      const x = computeX(group, credentials)
      return { x: toHex(x), verifier: toHex(await computeVerifier(group, x)) }
    },
  }
}

function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`)
}

function toHex(integer: bigint): string {
  return integer.toString(16)
}
