import { ConfigurationError } from '../errors.ts'
import { base64ToBytes, bytesToBase64, bytesToHex, concatBytes, padBytes, readHex, utf8 } from './encoding.ts'
import { sha256 } from './sha256.ts'
import type { SecretValues, Srp } from './srp.ts'

/** RFC 5054 §2.5.4 asks for at least 256 bits; SECURITY.md says why not more. */
const EPHEMERAL_LENGTH_BYTES = 32

const KEY_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16

/** Cryptographically secure source of `lengthBytes` fresh random bytes. */
export type RandomBytes = (lengthBytes: number) => Uint8Array

/**
 * Asks a {@link RandomBytes} for bytes and makes sure they came: a short answer, or the zeros of a buffer that nobody
 * filled, would weaken the key silently. Bytes are told by their tag, since those of another realm are no `instanceof`.
 *
 * @throws {@link ConfigurationError} when the source gave something else.
 */
export function drawBytes(randomBytes: RandomBytes, lengthBytes: number): Uint8Array {
  const bytes = randomBytes(lengthBytes) as Uint8Array | undefined
  if (bytes?.[Symbol.toStringTag] === 'Uint8Array' && bytes.length === lengthBytes && bytes.some((byte) => byte > 0)) {
    return bytes
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
 * @throws {@link SrpError} when A % N is 0; {@link ConfigurationError} when `randomBytes` gives anything but fresh bytes.
 */
export async function createEphemeral(srp: Srp, randomBytes: RandomBytes): Promise<Ephemeral> {
  const a = readHex(bytesToHex(drawBytes(randomBytes, EPHEMERAL_LENGTH_BYTES)), 'a')
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
 * @throws {@link SrpError} when the challenge is malformed or a value demands that the client aborts.
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
 * @throws {@link SrpError} when `a` is not hex, and as {@link signPasswordClaim} would.
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
  { a, SRP_A }: Ephemeral,
  { poolName, userId, password, timestamp, ...encoded }: PasswordClaimInput,
): Promise<SecretValues & { key: Uint8Array; signature: Uint8Array }> {
  const B = readHex(encoded.B, 'SRP_B')
  const salt = padBytes(readHex(encoded.salt, 'SALT'))
  const secretBlock = base64ToBytes(encoded.secretBlock, 'SECRET_BLOCK')

  const values = await srp.premasterSecret({ a, A: SRP_A, B, salt, identity: poolName + userId, password })
  const key = deriveKey(values.S, values.u)
  return { ...values, key, signature: signClaim(key, { poolName, userId, secretBlock, timestamp }) }
}

/** Session key: HKDF-SHA256 of padHex(S) with salt padHex(u), 16 bytes. */
export function deriveKey(S: string, u: string): Uint8Array {
  return hkdfBlock(padBytes(S), padBytes(u), utf8(KEY_INFO)).slice(0, KEY_LENGTH_BYTES)
}

/**
 * First block of HKDF-SHA256 (RFC 5869 §2): HMAC(HMAC(salt, ikm), info | 0x01), 32 bytes. More than one is never needed
 * here, and the whole of HKDF would cost every page four hundred bytes.
 */
export function hkdfBlock(ikm: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array {
  return hmac(hmac(salt, ikm), concatBytes(info, Uint8Array.of(1)))
}

/** What the claim is made over; `secretBlock` is decoded already, `timestamp` as `formatTimestamp` writes it. */
export type SignedClaim = { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string }

/** `PASSWORD_CLAIM_SIGNATURE` as bytes: HMAC-SHA256(key, poolName | userId | secretBlock | timestamp). */
export function signClaim(key: Uint8Array, { poolName, userId, secretBlock, timestamp }: SignedClaim): Uint8Array {
  return hmac(key, concatBytes(utf8(poolName), utf8(userId), secretBlock, utf8(timestamp)))
}

const BLOCK_LENGTH_BYTES = 64

/** HMAC-SHA256 (RFC 2104 §2), as lines of our own: the general one of @noble/hashes would cost a page 400 bytes more. */
function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK_LENGTH_BYTES)
  block.set(key.length > BLOCK_LENGTH_BYTES ? sha256(key) : key)
  const [inner, outer] = [block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)]
  return sha256(concatBytes(outer, sha256(concatBytes(inner, message))))
}
