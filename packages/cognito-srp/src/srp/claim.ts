import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'

import { ConfigurationError } from '../errors.ts'
import { base64ToBytes, bytesToBase64, utf8 } from './encoding.ts'
import { padBytes, readHex } from './integers.ts'
import { sha256 } from './sha256.ts'
import type { SecretValues, Srp } from './srp.ts'

/** RFC 5054 §2.5.4 asks for at least 256 bits; SECURITY.md says why not more. */
const EPHEMERAL_LENGTH_BYTES = 32

const KEY_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16

/** Cryptographically secure source of `lengthBytes` fresh random bytes. */
export type RandomBytes = (lengthBytes: number) => Uint8Array

/** Bytes of the platform's cryptographically secure generator. */
const platformRandomBytes: RandomBytes = (lengthBytes) => {
  if (!globalThis.crypto?.getRandomValues) {
    throw new ConfigurationError('This platform has no crypto.getRandomValues: pass `randomBytes`.')
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(lengthBytes))
}

/**
 * Random bytes of a {@link RandomBytes}, copied into an array of this realm. Too few bytes, or the zeros of an unfilled
 * buffer, would weaken the key silently. Arrays of another realm are no `instanceof`, so their tag is compared.
 *
 * @throws ConfigurationError when the source returns anything else.
 */
export function drawBytes(lengthBytes: number, randomBytes: RandomBytes = platformRandomBytes): Uint8Array {
  const bytes = randomBytes(lengthBytes) as Uint8Array | undefined
  if (bytes?.[Symbol.toStringTag] === 'Uint8Array' && bytes.length === lengthBytes && bytes.some((byte) => byte > 0)) {
    return Uint8Array.from(bytes)
  }
  throw new ConfigurationError(`randomBytes(${lengthBytes}) must return a Uint8Array of ${lengthBytes} random bytes.`)
}

/**
 * The client's secret `a` and public `A` of one sign-in, as lower-case hex without leading zeros. A pair gives at most
 * one S: use it once and forget it.
 */
export type Ephemeral = {
  readonly a: string
  /** `A`, as it is sent. */
  readonly SRP_A: string
}

/**
 * A fresh pair (a, A = g^a % N) from 32 random bytes.
 *
 * @throws SrpError when A % N is 0; ConfigurationError when `randomBytes` gives anything but fresh bytes.
 */
export async function createEphemeral(srp: Srp, randomBytes?: RandomBytes): Promise<Ephemeral> {
  const a = readHex(bytesToHex(drawBytes(EPHEMERAL_LENGTH_BYTES, randomBytes)), 'a')
  return { a, SRP_A: await srp.publicValue(a) }
}

/** The `PASSWORD_VERIFIER` challenge as Cognito sends it, and what the person knows. */
export type PasswordClaimInput = {
  /** `SRP_B`, hex. */
  B: string
  /** `SALT`, hex. */
  salt: string
  /** The part of the pool id after `_`; for a device its group key. */
  poolName: string
  /** `USER_ID_FOR_SRP`; for a device its key. */
  userId: string
  password: string
  /** `SECRET_BLOCK`, base64. */
  secretBlock: string
  /** `TIMESTAMP`, as `formatTimestamp` writes it. */
  timestamp: string
}

/**
 * `PASSWORD_CLAIM_SIGNATURE`, base64: proves the password to Cognito without sending it.
 *
 * @throws SrpError when the challenge is malformed or a value demands that the client aborts.
 */
export async function signPasswordClaim(srp: Srp, ephemeral: Ephemeral, input: PasswordClaimInput): Promise<string> {
  const { signature } = await computePasswordClaim(srp, ephemeral, input)
  return bytesToBase64(signature)
}

/** A claim whose `a` is known: hex of any length. The rest is as Cognito sends it. */
export type PasswordClaimTraceInput = PasswordClaimInput & { a: string }

/** Every value of a password claim: integers as lower-case hex without padding, the key as 32 hex digits. */
export type PasswordClaimTrace = {
  A: string
  k: string
  x: string
  u: string
  S: string
  key: string
  /** Base64, as sent in `PASSWORD_CLAIM_SIGNATURE`. */
  signature: string
}

/**
 * Every value of a claim, from a known `a`.
 *
 * @throws SrpError when `a` is not hex, and as signPasswordClaim would.
 */
export async function tracePasswordClaim(
  srp: Srp,
  { a: hexA, ...input }: PasswordClaimTraceInput,
): Promise<PasswordClaimTrace> {
  const a = readHex(hexA, 'a')
  const A = await srp.publicValue(a)
  const { k, x, u, S, key, signature } = await computePasswordClaim(srp, { a, SRP_A: A }, input)
  return { A, k, x, u, S, key: bytesToHex(key), signature: bytesToBase64(signature) }
}

async function computePasswordClaim(
  srp: Srp,
  { a, SRP_A: A }: Ephemeral,
  input: PasswordClaimInput,
): Promise<SecretValues & { key: Uint8Array; signature: Uint8Array }> {
  const { poolName, userId, password } = input
  const B = readHex(input.B, 'SRP_B')
  const salt = padBytes(readHex(input.salt, 'SALT'))
  const secretBlock = base64ToBytes(input.secretBlock, 'SECRET_BLOCK')

  const values = await srp.premasterSecret({ a, A, B, salt, identity: poolName + userId, password })
  const key = deriveKey(values.S, values.u)
  return { ...values, key, signature: signClaim(key, { ...input, secretBlock }) }
}

/** Session key: HKDF-SHA256 of padHex(S) with salt padHex(u), 16 bytes. */
export function deriveKey(S: string, u: string): Uint8Array {
  return hkdf(sha256, padBytes(S), padBytes(u), utf8(KEY_INFO), KEY_LENGTH_BYTES)
}

/** What the claim is made over; `secretBlock` is decoded already, `timestamp` as `formatTimestamp` writes it. */
export type SignedClaim = { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string }

/** `PASSWORD_CLAIM_SIGNATURE` as bytes: HMAC-SHA256(key, poolName | userId | secretBlock | timestamp). */
export function signClaim(key: Uint8Array, { poolName, userId, secretBlock, timestamp }: SignedClaim): Uint8Array {
  return hmac(sha256, key, concatBytes(utf8(poolName), utf8(userId), secretBlock, utf8(timestamp)))
}
