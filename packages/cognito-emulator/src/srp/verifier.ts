import { randomBytes, timingSafeEqual } from 'node:crypto'

import { padHex, sha256, toInteger } from './encoding.ts'
import { powerOfG } from './exponentiation.ts'

/** What a password leaves behind: never the password itself. Both are lower-case hex integers. */
export type PasswordRecord = { salt: string; verifier: string }

/** Who a password belongs to; for a device the group key and the device key stand in for pool name and user id. */
export type Identity = { poolName: string; userId: string }

/** x = H(padHex(salt) | H(poolName userId ":" password)). */
export function computeX({ poolName, userId }: Identity, password: string, salt: bigint): bigint {
  return toInteger(sha256(padHex(salt), sha256(`${poolName}${userId}:${password.toWellFormed()}`)))
}

/** Enrols a password: a random 16-byte salt and the verifier g^x mod N. */
export function createPasswordRecord(identity: Identity, password: string): PasswordRecord {
  const salt = toInteger(randomBytes(16))
  return { salt: salt.toString(16), verifier: powerOfG(computeX(identity, password, salt)).toString(16) }
}

/** Whether a password typed in clear is the one that made the record, in a time that tells nothing. */
export function matchesPassword(record: PasswordRecord, identity: Identity, password: string): boolean {
  const verifier = powerOfG(computeX(identity, password, BigInt(`0x${record.salt}`)))
  return timingSafeEqual(sha256(verifier.toString(16)), sha256(record.verifier))
}
