import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The client's side of SRP as the protocol's facts state it, for tests: written apart from `src/srp`, with plain
 * square-and-multiply and the prime from OpenSSL, so that a mistake there is not repeated here.
 */
const N = integer(getDiffieHellman('modp15').getPrime())
const g = 2n
const k = integer(hash(pad(N), pad(g)))

export type Credentials = { poolName: string; userId: string; password: string }
export type ServerAnswer = { SALT: string; SRP_B: string; SECRET_BLOCK: string }

/** Raises a base modulo N: the plain way here, a fast one where speed and not correctness is tested. */
export type Raise = (base: bigint, exponent: bigint) => bigint

/** A fresh `a` and the SRP_A that goes with it. */
export function createClientEphemeral(raise: Raise = modPow): { a: bigint; srpA: string } {
  const a = integer(randomBytes(32))
  return { a, srpA: raise(g, a).toString(16) }
}

/** The challenge responses that prove the password. */
export function proveClaim(
  a: bigint,
  { poolName, userId, password }: Credentials,
  { SALT, SRP_B, SECRET_BLOCK }: ServerAnswer,
  timestamp: string = formatTimestamp(Date.now()),
  raise: Raise = modPow,
): Record<string, string> {
  const B = BigInt(`0x${SRP_B}`)
  const u = integer(hash(pad(raise(g, a)), pad(B)))
  const x = integer(hash(pad(BigInt(`0x${SALT}`)), hash(Buffer.from(`${poolName}${userId}:${password}`))))
  const base = (((B - k * raise(g, x)) % N) + N) % N
  const S = raise(base, a + u * x)
  const key = Buffer.from(hkdfSync('sha256', pad(S), pad(u), 'Caldera Derived Key', 16))
  const message = Buffer.concat([
    Buffer.from(poolName),
    Buffer.from(userId),
    Buffer.from(SECRET_BLOCK, 'base64'),
    Buffer.from(timestamp),
  ])
  return {
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: createHmac('sha256', key).update(message).digest('base64'),
    TIMESTAMP: timestamp,
  }
}

/** What ConfirmDevice takes for a device password. */
export function deviceVerifier({ poolName, userId, password }: Credentials): {
  PasswordVerifier: string
  Salt: string
} {
  const salt = integer(randomBytes(16))
  const x = integer(hash(pad(salt), hash(Buffer.from(`${poolName}${userId}:${password}`))))
  return { PasswordVerifier: pad(modPow(g, x)).toString('base64'), Salt: pad(salt).toString('base64') }
}

/** `Tue Nov 3 04:05:06 UTC 2026`. */
export function formatTimestamp(nowMs: number): string {
  const [weekday, day, month, year, time] = new Date(nowMs).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`
}

function modPow(base: bigint, exponent: bigint): bigint {
  let [result, square, rest] = [1n, base % N, exponent]
  while (rest > 0n) {
    if (rest & 1n) result = (result * square) % N
    square = (square * square) % N
    rest >>= 1n
  }
  return result
}

function hash(...parts: Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

function integer(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

function pad(value: bigint): Buffer {
  const hex = value.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(Number.parseInt(even.slice(0, 1), 16) > 7 ? `00${even}` : even, 'hex')
}
