import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'

import { ConfigurationError } from '../errors.ts'
import { base64ToBytes, bytesToBase64, utf8 } from './encoding.ts'
import { padBytes, readHex } from './integers.ts'
import { sha256 } from './sha256.ts'
import type { SecretValues, Srp } from './srp.ts'

/** RFC 5054 §2.5.4 recommends at least 256 bits. SECURITY.md explains why the client uses no more. */
const EPHEMERAL_LENGTH_BYTES = 32

const KEY_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16

/** Cryptographically secure source of random bytes, which returns `lengthBytes` new bytes. */
export type RandomBytes = (lengthBytes: number) => Uint8Array

/** Returns bytes from the platform's cryptographically secure generator. */
const platformRandomBytes: RandomBytes = (lengthBytes) => {
  if (!globalThis.crypto?.getRandomValues) {
    throw new ConfigurationError('This platform has no crypto.getRandomValues: pass `randomBytes`.')
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(lengthBytes))
}

/**
 * Returns bytes from a source of randomness, copied into an array of this realm. Rejects a wrong number of bytes and an all-zero
 * buffer, which would silently weaken the key. Checks the array's `Symbol.toStringTag`, because `instanceof` fails for arrays
 * from another realm.
 *
 * @throws ConfigurationError when the source returns another value, or the platform has no source.
 */
export function drawBytes(lengthBytes: number, randomBytes: RandomBytes = platformRandomBytes): Uint8Array {
  const bytes = randomBytes(lengthBytes) as Uint8Array | undefined
  if (bytes?.[Symbol.toStringTag] === 'Uint8Array' && bytes.length === lengthBytes && bytes.some((byte) => byte > 0)) {
    return Uint8Array.from(bytes)
  }
  throw new ConfigurationError(`randomBytes(${lengthBytes}) must return a Uint8Array of ${lengthBytes} random bytes.`)
}

/** The client's secret `a` and public `A` for one sign-in, as lower-case hex without leading zeros. Use each pair only once. */
export type Ephemeral = {
  readonly a: string
  /** `A` in the form that is sent. */
  readonly SRP_A: string
}

/**
 * Creates a new pair (a, A = g^a % N) from 32 random bytes.
 *
 * @throws SrpError when A % N is 0; ConfigurationError when `randomBytes` does not return random bytes, or is missing on a
 *   platform without `crypto.getRandomValues`.
 */
export async function createEphemeral(srp: Srp, randomBytes?: RandomBytes): Promise<Ephemeral> {
  const a = readHex(bytesToHex(drawBytes(EPHEMERAL_LENGTH_BYTES, randomBytes)), 'a')
  return { a, SRP_A: await srp.publicValue(a) }
}

/** Cognito's `PASSWORD_VERIFIER` challenge with the password. */
export type PasswordClaimInput = {
  /** `SRP_B`, hex. */
  B: string
  /** `SALT`, hex. */
  salt: string
  /** Part of the pool id after `_`; for a device its group key. */
  poolName: string
  /** `USER_ID_FOR_SRP`; for a device its key. */
  userId: string
  password: string
  /** `SECRET_BLOCK`, base64. */
  secretBlock: string
  /** `TIMESTAMP` in the format of `formatTimestamp`. */
  timestamp: string
}

/**
 * Computes `PASSWORD_CLAIM_SIGNATURE` in base64, which proves the password to Cognito without sending it.
 *
 * @throws SrpError when the challenge is malformed or a value requires the client to abort.
 */
export async function signPasswordClaim(srp: Srp, ephemeral: Ephemeral, input: PasswordClaimInput): Promise<string> {
  const { signature } = await computePasswordClaim(srp, ephemeral, input)
  return bytesToBase64(signature)
}

/** Input of a claim with a known `a` in hex of any length. The other fields have Cognito's format. */
export type PasswordClaimTraceInput = PasswordClaimInput & { a: string }

/** Computed values of a password claim. Integers are lower-case hex without padding, and the key has 32 hex digits. */
export type PasswordClaimTrace = {
  A: string
  k: string
  x: string
  u: string
  S: string
  key: string
  /** `PASSWORD_CLAIM_SIGNATURE` in base64. */
  signature: string
}

/**
 * Computes a claim from a known `a` and returns every computed value.
 *
 * @throws SrpError when `a` is not hex, or for the reasons of signPasswordClaim.
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

/** Derives the session key, which is 16 bytes of HKDF-SHA256 of padHex(S) with the salt padHex(u). */
export function deriveKey(S: string, u: string): Uint8Array {
  return hkdf(sha256, padBytes(S), padBytes(u), utf8(KEY_INFO), KEY_LENGTH_BYTES)
}

/** Signed parts of a claim. `secretBlock` is decoded, and `timestamp` has the format of `formatTimestamp`. */
export type SignedClaim = { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string }

/** Computes the bytes of `PASSWORD_CLAIM_SIGNATURE`, HMAC-SHA256(key, poolName | userId | secretBlock | timestamp). */
export function signClaim(key: Uint8Array, { poolName, userId, secretBlock, timestamp }: SignedClaim): Uint8Array {
  return hmac(sha256, key, concatBytes(utf8(poolName), utf8(userId), secretBlock, utf8(timestamp)))
}
