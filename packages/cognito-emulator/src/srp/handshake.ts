import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import { padHex, sha256, toInteger } from './encoding.ts'
import { power, powerOfG } from './exponentiation.ts'
import { k, N } from './group.ts'
import type { Identity } from './verifier.ts'

const SERVER_SECRET_LENGTH_BYTES = 32
const HKDF_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16
const N_LENGTH_BYTES = 384

/** The server's half of one handshake. */
export type ServerEphemeral = { b: bigint; B: bigint }

/** What the client claims with its signature besides its identity. `secretBlock` is base64. */
export type Claim = Identity & { secretBlock: string; timestamp: string }

/** B = (k·v + g^b) mod N with a random 256-bit b. */
export function createServerEphemeral(verifier: bigint): ServerEphemeral {
  const b = toInteger(randomBytes(SERVER_SECRET_LENGTH_BYTES))
  return { b, B: (k * verifier + powerOfG(b)) % N }
}

/** Session key of the server: HKDF of S = (A·v^u)^b mod N, 16 bytes. */
export function computeSessionKey(A: bigint, { b, B }: ServerEphemeral, verifier: bigint): Buffer {
  const u = toInteger(sha256(padHex(A), padHex(B)))
  const S = power((A * power(verifier, u)) % N, b)
  return Buffer.from(hkdfSync('sha256', padHex(S), padHex(u), HKDF_INFO, KEY_LENGTH_BYTES))
}

/** PASSWORD_CLAIM_SIGNATURE: HMAC-SHA256 over pool name, user id, secret block and timestamp. */
function signClaim(key: Buffer, { poolName, userId, secretBlock, timestamp }: Claim): Buffer {
  return createHmac('sha256', key)
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest()
}

/** Whether the base64 signature is the one this key makes for this claim, compared in constant time. */
export function isClaimSigned(key: Buffer, claim: Claim, signature: string): boolean {
  const expected = signClaim(key, claim)
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Reads SRP_A; `undefined` when it is no hex integer or A mod N = 0, which the server must refuse (RFC 5054 §2.5.4). */
export function parseA(hex: string): bigint | undefined {
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length > 2 * N.toString(16).length) return undefined
  const A = BigInt(`0x${hex}`)
  return A % N === 0n ? undefined : A
}

/** A verifier nobody knows the password of, always the same for the same seed, and as quick to have as a stored one. */
export function fakeVerifier(seed: Uint8Array): bigint {
  return toInteger(new Uint8Array(hkdfSync('sha256', seed, '', 'verifier', N_LENGTH_BYTES))) % N
}
