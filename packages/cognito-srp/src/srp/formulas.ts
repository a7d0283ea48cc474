import { concatBytes } from '@noble/hashes/utils.js'

import { SrpError } from '../errors.ts'
import { utf8 } from './encoding.ts'
import type { Group } from './group.ts'
import { integer } from './integers.ts'

/**
 * Multiplier k = H(N | pad(g)) (RFC 5054 §2.5.3).
 *
 * @example
 * const k = computeK(cognitoGroup())
 */
export function computeK({ N, g, hash, pad }: Group): bigint {
  return integer(hash(concatBytes(pad(N), pad(g))))
}

/**
 * Client public value A = g^a % N (RFC 5054 §2.5.4).
 *
 * @throws SrpError when A % N is 0, which the server would have to reject. A % N is never 0 in a sound group.
 * @example
 * const a = 0x0f1e2d3c4b5a69788796a5b4c3d2e1f0n // a sign-in draws 32 random bytes
 * const A = await computeA(cognitoGroup(), a)
 */
export async function computeA({ N, g, pow }: Group, a: bigint): Promise<bigint> {
  const A = await pow(g, a)
  // The message is misspelt as in amazon-cognito-identity-js, because programs may compare messages.
  if (A % N === BigInt(0)) throw new SrpError('Illegal paramater. A mod N cannot be 0.')
  return A
}

/**
 * Scrambler u = H(pad(A) | pad(B)) (RFC 5054 §2.6).
 *
 * @example
 * const group = cognitoGroup()
 * const u = computeU(group, { A: await computeA(group, 7n), B: 0x2b2bn })
 */
export function computeU({ hash, pad }: Group, { A, B }: { A: bigint; B: bigint }): bigint {
  return integer(hash(concatBytes(pad(A), pad(B))))
}

/** Input of x. Cognito's identity is the pool name and `USER_ID_FOR_SRP`, or a device's group key and key. */
export type Credentials = {
  /** Bytes to hash. For Cognito, `padHex` of the integer. */
  readonly salt: Uint8Array
  readonly identity: string
  readonly password: string
}

/**
 * Private key x = H(salt | H(identity | ":" | password)) (RFC 5054 §2.4).
 *
 * @example
 * const group = cognitoGroup()
 * const x = computeX(group, { salt: group.pad(0xc0ffeen), identity: 'AbCdEf123ana', password: 'Senha-123' })
 */
export function computeX({ hash }: Group, { salt, identity, password }: Credentials): bigint {
  return integer(hash(concatBytes(salt, hash(utf8(`${identity}:${password}`)))))
}

/**
 * Verifier v = g^x % N (RFC 5054 §2.4), which a server stores instead of a password.
 *
 * @example
 * const group = cognitoGroup()
 * const x = computeX(group, { salt: group.pad(0xc0ffeen), identity: 'AbCdEf123ana', password: 'Senha-123' })
 * const verifier = await computeVerifier(group, x)
 */
export function computeVerifier({ g, pow }: Group, x: bigint): Promise<bigint> {
  return pow(g, x)
}

/** Input of {@link computeS}, named as in RFC 5054 §2.6. */
export type SrpValues = {
  readonly k: bigint
  readonly a: bigint
  readonly B: bigint
  readonly u: bigint
  readonly x: bigint
}

/**
 * Premaster secret S = (B - k * g^x) ^ (a + u * x) % N (RFC 5054 §2.6).
 *
 * @throws SrpError when the client must abort, because B % N is 0 (RFC 5054 §2.5.3), B is not below N, u is 0 (SRP-6a), or (B - k
 *   * g^x) % N is 0, 1 or N - 1.
 * @example
 * const group = cognitoGroup()
 * const [a, B] = [7n, 0x2b2bn]
 * const u = computeU(group, { A: await computeA(group, a), B })
 * const x = computeX(group, { salt: group.pad(0xc0ffeen), identity: 'AbCdEf123ana', password: 'Senha-123' })
 * const S = await computeS(group, { k: computeK(group), a, B, u, x })
 */
export async function computeS({ N, g, pow }: Group, { k, a, B, u, x }: SrpValues): Promise<bigint> {
  if (B % N === BigInt(0)) throw new SrpError('B cannot be zero.')
  if (B >= N) throw new SrpError('B must be less than N.')
  if (u === BigInt(0)) throw new SrpError('U cannot be zero.')

  const base = mod(B - k * (await pow(g, x)), N)
  if (isDegenerate(base, N)) throw new SrpError('B forces a known premaster secret.')
  return pow(base, a + u * x)
}

/** Returns the residue from 0 to N - 1. `%` alone keeps the sign, and B - k * g^x is almost always negative. */
function mod(value: bigint, N: bigint): bigint {
  return ((value % N) + N) % N
}

/**
 * Whether S has at most two possible values, because the base is 0, 1 or N - 1. The sender of such a B can guess S without the
 * password.
 */
function isDegenerate(base: bigint, N: bigint): boolean {
  return base <= BigInt(1) || base === N - BigInt(1)
}
