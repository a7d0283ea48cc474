import type { BigInteger } from 'big-integer'

import { SrpError } from '../errors.ts'
import { concatBytes, utf8 } from './encoding.ts'
import { integerFromBytes } from './integer.ts'
import type { ModPow } from './modpow/modpow.ts'
import type { Group, Suite } from './suite.ts'

/** Multiplier k = H(N | pad(g)) (RFC 5054 §2.5.3). */
export function computeK({ N, g, hash, pad }: Suite): BigInteger {
  return integerFromBytes(hash(concatBytes(pad(N), pad(g))))
}

/**
 * Client public value A = g^a % N (RFC 5054 §2.5.4).
 *
 * @throws {@link SrpError} when A is 0, which no sound group gives: the server would have to refuse it.
 */
export async function computeA({ N, g }: Group, a: BigInteger, modPow: ModPow): Promise<BigInteger> {
  const A = await modPow(g, a)
  if (A.mod(N).isZero()) throw new SrpError('Illegal paramater. A mod N cannot be 0.')
  return A
}

/** Scrambler u = H(pad(A) | pad(B)) (RFC 5054 §2.5.3). */
export function computeU({ hash, pad }: Suite, { A, B }: { A: BigInteger; B: BigInteger }): BigInteger {
  return integerFromBytes(hash(concatBytes(pad(A), pad(B))))
}

/** What x is made of. Cognito's identity is the pool name and `USER_ID_FOR_SRP`, or a device's group key and key. */
export type Credentials = {
  /** The bytes to hash; with Cognito `padHex` of the integer. */
  readonly salt: Uint8Array
  readonly identity: string
  readonly password: string
}

/** Private key x = H(salt | H(identity | ":" | password)) (RFC 5054 §2.4). */
export function computeX({ hash }: Suite, { salt, identity, password }: Credentials): BigInteger {
  return integerFromBytes(hash(concatBytes(salt, hash(utf8(`${identity}:${password}`)))))
}

/** Verifier v = g^x % N (RFC 5054 §2.4), what a server keeps instead of a password. */
export function computeVerifier({ g }: Group, x: BigInteger, modPow: ModPow): Promise<BigInteger> {
  return modPow(g, x)
}

/** What {@link computeS} needs, named as in RFC 5054 §2.6. */
export type SrpValues = {
  readonly k: BigInteger
  readonly x: BigInteger
  readonly a: BigInteger
  readonly B: BigInteger
  readonly u: BigInteger
}

/**
 * Premaster secret S = (B - k * g^x) ^ (a + u * x) % N (RFC 5054 §2.6).
 *
 * @throws {@link SrpError} when the client must abort: B % N is 0 (RFC 5054 §2.5.3), B is not below N, u is 0 (SRP-6a),
 *   or B makes S the same for every exponent of one parity.
 */
export async function computeS({ N, g }: Group, { k, x, a, B, u }: SrpValues, modPow: ModPow): Promise<BigInteger> {
  if (B.mod(N).isZero()) throw new SrpError('B cannot be zero.')
  if (B.greaterOrEquals(N)) throw new SrpError('B must be less than N.')
  if (u.isZero()) throw new SrpError('U cannot be zero.')

  const base = residue(B.subtract(k.multiply(await modPow(g, x))), N)
  if (isDegenerate(base, N)) throw new SrpError('B forces a known premaster secret.')
  return modPow(base, a.add(u.multiply(x)))
}

/** The value from 0 to N - 1; big-integer's `mod` keeps the sign, and B - k * g^x is almost always negative. */
function residue(integer: BigInteger, N: BigInteger): BigInteger {
  const remainder = integer.mod(N)
  return remainder.isNegative() ? remainder.add(N) : remainder
}

/** 0, 1 and N - 1 generate at most two values: whoever sent that B knows S without the password. */
function isDegenerate(base: BigInteger, N: BigInteger): boolean {
  return base.lesserOrEquals(1) || base.equals(N.prev())
}
