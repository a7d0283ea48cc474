import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { BigInteger } from 'big-integer'

import { concatBytes, utf8 } from './encoding.ts'
import { padBytes } from './integer.ts'

const KEY_INFO = 'Caldera Derived Key'
const KEY_LENGTH_BYTES = 16

/** Session key: HKDF-SHA256 of padHex(S) with salt padHex(u), 16 bytes. */
export function deriveKey(S: BigInteger, u: BigInteger): Uint8Array {
  return hkdfBlock(padBytes(S), padBytes(u), utf8(KEY_INFO)).slice(0, KEY_LENGTH_BYTES)
}

/**
 * First block of HKDF-SHA256 (RFC 5869 §2): HMAC(HMAC(salt, ikm), info | 0x01), 32 bytes. More than one is never needed
 * here, and the whole of HKDF would cost every page four hundred bytes.
 */
export function hkdfBlock(ikm: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array {
  return hmac(sha256, hmac(sha256, salt, ikm), concatBytes(info, Uint8Array.of(1)))
}

/** What the claim is made over; `secretBlock` is decoded already, `timestamp` as `formatTimestamp` writes it. */
export type SignedClaim = { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string }

/** `PASSWORD_CLAIM_SIGNATURE` as bytes: HMAC-SHA256(key, poolName | userId | secretBlock | timestamp). */
export function signClaim(key: Uint8Array, { poolName, userId, secretBlock, timestamp }: SignedClaim): Uint8Array {
  return hmac(sha256, key, concatBytes(utf8(poolName), utf8(userId), secretBlock, utf8(timestamp)))
}
