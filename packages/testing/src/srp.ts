import { createHash, createHmac, getDiffieHellman, hkdfSync } from 'node:crypto'

/**
 * Cognito's SRP with plain integers, node:crypto and square-and-multiply. This implementation is slow and independent
 * of both the client and the emulator, so that it does not repeat their mistakes.
 */

/** 3072-bit prime of RFC 3526 §4, from OpenSSL's copy. */
export const N: bigint = toInteger(getDiffieHellman('modp15').getPrime())
export const g = 2n
/** Multiplier k = H(pad(N) | pad(g)). */
export const k: bigint = toInteger(hash(pad(N), pad(g)))

/** base^exponent % N. */
export function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % N
  return result
}

/** Scrambler u = H(pad(A) | pad(B)). */
export function scrambler(A: bigint, B: bigint): bigint {
  return toInteger(hash(pad(A), pad(B)))
}

/** Private key x = H(pad(salt) | H(poolName userId ":" password)). */
export function privateKey(salt: bigint, poolName: string, userId: string, password: string): bigint {
  return toInteger(hash(pad(salt), hash(Buffer.from(`${poolName}${userId}:${password}`))))
}

/** Signature key, 16 bytes: HKDF-SHA256 of pad(S) with salt pad(u). */
export function signatureKey(S: bigint, u: bigint): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', pad(S), pad(u), 'Caldera Derived Key', 16))
}

/** Computes PASSWORD_CLAIM_SIGNATURE in base64. */
export function signClaim(
  key: Uint8Array,
  claim: { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string },
): string {
  const { poolName, userId, secretBlock, timestamp } = claim
  const hmac = createHmac('sha256', key).update(poolName + userId)
  return hmac.update(secretBlock).update(timestamp).digest('base64')
}

/** SHA-256 of the concatenated parts. */
export function hash(...parts: Uint8Array[]): Uint8Array {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

/** Encodes an integer as whole big-endian bytes, with a leading zero byte if the top bit is set. */
export function pad(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(whole >= '8' ? `00${whole}` : whole, 'hex')
}

/** Decodes big-endian bytes as an integer. */
export function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}
