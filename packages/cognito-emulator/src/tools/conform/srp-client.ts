import { randomBytes } from 'node:crypto'

import { g, k, N, padHex, power, toInteger } from '../../srp/group.ts'
import { computeU, computeX, deriveKey, signClaim } from '../../srp/handshake.ts'

/** The numbers and functions of Cognito's SRP that client and server share (with the names of RFC 5054). */
export type SrpArithmetic = {
  N: bigint
  g: bigint
  /** Multiplier k = H(pad(N) | pad(g)). */
  k: bigint
  /** base^exponent % N. */
  power: (base: bigint, exponent: bigint) => bigint
  /** Encodes a number as big-endian bytes, with a leading zero byte if the top bit is set. */
  pad: (value: bigint) => Uint8Array
  toInteger: (bytes: Uint8Array) => bigint
  /** Scrambler u = H(pad(A) | pad(B)). */
  scrambler: (A: bigint, B: bigint) => bigint
  /** Private key x = H(pad(salt) | H(poolName userId ":" password)). */
  privateKey: (salt: bigint, poolName: string, userId: string, password: string) => bigint
  /** Session key: HKDF of S with salt u, 16 bytes. */
  signatureKey: (S: bigint, u: bigint) => Uint8Array
  /** PASSWORD_CLAIM_SIGNATURE, base64. */
  signClaim: (
    key: Uint8Array,
    claim: { poolName: string; userId: string; secretBlock: Uint8Array; timestamp: string },
  ) => string
}

/** Credentials of a user. For a device, `poolName` is the device group key and `userId` is the device key. */
export type Credentials = { poolName: string; userId: string; password: string }

/** Parameters of the server's challenge: SALT and SRP_B are hex, SECRET_BLOCK is base64. */
export type ServerAnswer = { SALT: string; SRP_B: string; SECRET_BLOCK: string }

/** The client's side of an SRP handshake. */
export type SrpClient = {
  /** Creates a new `a` and its SRP_A. */
  createClientEphemeral: () => { a: bigint; srpA: string }
  /** Returns the challenge responses that prove the password. */
  proveClaim: (
    a: bigint,
    credentials: Credentials,
    answer: ServerAnswer,
    timestamp?: string,
  ) => Record<'PASSWORD_CLAIM_SECRET_BLOCK' | 'PASSWORD_CLAIM_SIGNATURE' | 'TIMESTAMP', string>
  /** Returns the input of ConfirmDevice for a device password. */
  deviceVerifier: (credentials: Credentials) => { PasswordVerifier: string; Salt: string }
}

/** Creates the client's side with the given arithmetic. */
export function createSrpClient(arithmetic: SrpArithmetic): SrpClient {
  const { N, g, k, power, pad, toInteger, scrambler, privateKey, signatureKey, signClaim } = arithmetic
  return {
    createClientEphemeral() {
      const a = toInteger(randomBytes(32))
      return { a, srpA: power(g, a).toString(16) }
    },

    proveClaim(
      a,
      { poolName, userId, password },
      { SALT, SRP_B, SECRET_BLOCK },
      timestamp = formatTimestamp(Date.now()),
    ) {
      const B = BigInt(`0x${SRP_B}`)
      const u = scrambler(power(g, a), B)
      const x = privateKey(BigInt(`0x${SALT}`), poolName, userId, password)
      const base = (((B - k * power(g, x)) % N) + N) % N
      const key = signatureKey(power(base, a + u * x), u)
      const secretBlock = Buffer.from(SECRET_BLOCK, 'base64')
      return {
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signClaim(key, { poolName, userId, secretBlock, timestamp }),
        TIMESTAMP: timestamp,
      }
    },

    deviceVerifier({ poolName, userId, password }) {
      const salt = toInteger(randomBytes(16))
      const verifier = power(g, privateKey(salt, poolName, userId, password))
      return { PasswordVerifier: toBase64(pad(verifier)), Salt: toBase64(pad(salt)) }
    },
  }
}

/** The client's side with the emulator's own arithmetic, which is fast and tested against published vectors. */
export const srpClient: SrpClient = createSrpClient({
  N,
  g,
  k,
  power,
  pad: padHex,
  toInteger,
  scrambler: computeU,
  privateKey: (salt, poolName, userId, password) => computeX({ poolName, userId }, password, salt),
  signatureKey: deriveKey,
  signClaim: (key, { secretBlock, ...claim }) =>
    signClaim(key, { ...claim, secretBlock: Buffer.from(secretBlock).toString('base64') }).toString('base64'),
})

/** Formats a time like `Tue Nov 3 04:05:06 UTC 2026`. */
export function formatTimestamp(nowMs: number): string {
  const [weekday, day, month, year, time] = new Date(nowMs).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
