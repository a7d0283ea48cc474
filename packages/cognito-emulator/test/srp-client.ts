import { randomBytes } from 'node:crypto'
import * as srp from '@cognito-srp/testing/srp'

/** The client's side of SRP for tests, from arithmetic that was written apart from `src/srp`. */
const { g, k, N, pad, privateKey, scrambler, signClaim, signatureKey, toInteger } = srp

export type Credentials = { poolName: string; userId: string; password: string }
export type ServerAnswer = { SALT: string; SRP_B: string; SECRET_BLOCK: string }

/** Raises a base modulo N: the plain way here, a fast one where speed and not correctness is tested. */
export type Raise = (base: bigint, exponent: bigint) => bigint

/** A fresh `a` and the SRP_A that goes with it. */
export function createClientEphemeral(raise: Raise = srp.power): { a: bigint; srpA: string } {
  const a = toInteger(randomBytes(32))
  return { a, srpA: raise(g, a).toString(16) }
}

/** The challenge responses that prove the password. */
export function proveClaim(
  a: bigint,
  { poolName, userId, password }: Credentials,
  { SALT, SRP_B, SECRET_BLOCK }: ServerAnswer,
  timestamp: string = formatTimestamp(Date.now()),
  raise: Raise = srp.power,
): Record<string, string> {
  const B = BigInt(`0x${SRP_B}`)
  const u = scrambler(raise(g, a), B)
  const x = privateKey(BigInt(`0x${SALT}`), poolName, userId, password)
  const base = (((B - k * raise(g, x)) % N) + N) % N
  const key = signatureKey(raise(base, a + u * x), u)
  const secretBlock = Buffer.from(SECRET_BLOCK, 'base64')
  return {
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: signClaim(key, { poolName, userId, secretBlock, timestamp }),
    TIMESTAMP: timestamp,
  }
}

/** What ConfirmDevice takes for a device password. */
export function deviceVerifier({ poolName, userId, password }: Credentials): {
  PasswordVerifier: string
  Salt: string
} {
  const salt = toInteger(randomBytes(16))
  const verifier = srp.power(g, privateKey(salt, poolName, userId, password))
  return { PasswordVerifier: toBase64(pad(verifier)), Salt: toBase64(pad(salt)) }
}

/** `Tue Nov 3 04:05:06 UTC 2026`. */
export function formatTimestamp(nowMs: number): string {
  const [weekday, day, month, year, time] = new Date(nowMs).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
