import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import { k, N, N_LENGTH_BYTES, padHex, power, powerOfG, sha256, toInteger } from './group.ts'

const SERVER_SECRET_LENGTH_BYTES = 32
const HKDF_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIMESTAMP = /^([A-Z][a-z]{2}) ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}):(\d{2}):(\d{2}) UTC (\d{4})$/

/** Stored form of a password: its salt and verifier as lower-case hex integers. */
export type PasswordRecord = { salt: string; verifier: string }

/** Owner of a password. For a device, `poolName` is the device group key and `userId` is the device key. */
export type Identity = { poolName: string; userId: string }

/** x = H(padHex(salt) | H(poolName userId ":" password)). */
export function computeX({ poolName, userId }: Identity, password: string, salt: bigint): bigint {
  return toInteger(sha256(padHex(salt), sha256(`${poolName}${userId}:${password.toWellFormed()}`)))
}

/** Creates the record of a password with a random 16-byte salt and the verifier g^x mod N. */
export function createPasswordRecord(identity: Identity, password: string): PasswordRecord {
  const salt = toInteger(randomBytes(16))
  return { salt: salt.toString(16), verifier: powerOfG(computeX(identity, password, salt)).toString(16) }
}

/** Whether a plain-text password matches a record. The comparison takes constant time. */
export function matchesPassword(record: PasswordRecord, identity: Identity, password: string): boolean {
  const verifier = powerOfG(computeX(identity, password, BigInt(`0x${record.salt}`)))
  return timingSafeEqual(sha256(verifier.toString(16)), sha256(record.verifier))
}

/** The server's ephemeral values in one handshake: secret b and public B. */
export type ServerEphemeral = { b: bigint; B: bigint }

/** Values that the client signs. `secretBlock` is base64. */
export type Claim = Identity & { secretBlock: string; timestamp: string }

/** B = (k·v + g^b) mod N with a random 256-bit b. */
export function createServerEphemeral(verifier: bigint): ServerEphemeral {
  const b = toInteger(randomBytes(SERVER_SECRET_LENGTH_BYTES))
  return { b, B: (k * verifier + powerOfG(b)) % N }
}

/** Scrambler u = H(padHex(A) | padHex(B)). */
export function computeU(A: bigint, B: bigint): bigint {
  return toInteger(sha256(padHex(A), padHex(B)))
}

/** Computes the server's session key: HKDF of S = (A·v^u)^b mod N, 16 bytes. */
export function computeSessionKey(A: bigint, { b, B }: ServerEphemeral, verifier: bigint): Buffer {
  const u = computeU(A, B)
  const S = power((A * power(verifier, u)) % N, b)
  return deriveKey(S, u)
}

/** Derives the session key that both sides use: HKDF-SHA256 of S with salt u, 16 bytes. */
export function deriveKey(S: bigint, u: bigint): Buffer {
  return Buffer.from(hkdfSync('sha256', padHex(S), padHex(u), HKDF_INFO, KEY_LENGTH_BYTES))
}

/** Computes PASSWORD_CLAIM_SIGNATURE: HMAC-SHA256 over pool name, user id, secret block and timestamp. */
export function signClaim(key: Uint8Array, { poolName, userId, secretBlock, timestamp }: Claim): Buffer {
  return createHmac('sha256', key)
    .update(poolName)
    .update(userId)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest()
}

/** Whether a base64 signature is valid for the key and the claim. The comparison takes constant time. */
export function isClaimSigned(key: Buffer, claim: Claim, signature: string): boolean {
  const expected = signClaim(key, claim)
  const actual = Buffer.from(signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Reads SRP_A. Returns undefined if SRP_A is not a hex integer, has more than twice as many digits as N, or is 0 modulo
 * N, which the server must reject (RFC 5054 §2.5.4).
 */
export function parseA(hex: string): bigint | undefined {
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length > 2 * N.toString(16).length) return undefined
  const A = BigInt(`0x${hex}`)
  return A % N === 0n ? undefined : A
}

/**
 * Derives a verifier from a seed. No password for the verifier is known. Like every power of g, the verifier is a
 * square modulo N. Otherwise {@link power} would use its slow path, and the response time would reveal that the user
 * does not exist.
 */
export function fakeVerifier(seed: Uint8Array): bigint {
  const root = toInteger(new Uint8Array(hkdfSync('sha256', seed, '', 'verifier', N_LENGTH_BYTES)))
  return (root * root) % N
}

/**
 * Result of reading a TIMESTAMP. A `malformed` timestamp does not match the pattern, or has an unknown weekday or
 * month. A `refused` timestamp matches the pattern, but its date does not exist or its format is not exact.
 */
export type TimestampReading = { kind: 'valid'; atMs: number } | { kind: 'malformed' } | { kind: 'refused' }

/**
 * Reads a timestamp such as `Tue Nov 3 04:05:06 UTC 2026`, with English names, an unpadded day and a 24-hour clock in
 * UTC.
 */
export function readTimestamp(text: string): TimestampReading {
  const [, weekday = '', month = '', day = '', hours, minutes, seconds, year] = TIMESTAMP.exec(text) ?? []
  const monthIndex = MONTHS.indexOf(month)
  if (!DAYS.includes(weekday) || monthIndex < 0) return { kind: 'malformed' }

  const atMs = Date.UTC(Number(year), monthIndex, Number(day), Number(hours), Number(minutes), Number(seconds))
  return formatTimestamp(atMs) === text ? { kind: 'valid', atMs } : { kind: 'refused' }
}

function formatTimestamp(atMs: number): string {
  const date = new Date(atMs)
  const time = date.toISOString().slice(11, 19)
  const [weekday, month] = [DAYS[date.getUTCDay()], MONTHS[date.getUTCMonth()]]
  return `${weekday} ${month} ${date.getUTCDate()} ${time} UTC ${date.getUTCFullYear()}`
}
