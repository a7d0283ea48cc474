import { createHmac, getDiffieHellman, hkdfSync, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A challenge as Cognito sends it, and what the person knows. Plain data: it also goes into a browser. */
export type Challenge = {
  poolId: string
  userId: string
  password: string
  SALT: string
  SRP_B: string
  SECRET_BLOCK: string
}

/** What a client sends in its two requests. */
export type Claim = { A: string; timestamp: string; signature: string }

/** One challenge, and the server's verdict on a claim made for it. */
export type Exchange = { challenge: Challenge; accepts: (claim: Claim) => boolean }

const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)
const k = hash(pad(N), pad(2n))

/**
 * The server's side of SRP, written for the benchmark alone: it knows the verifier and computes S = (A * v^u)^b, so a
 * client that leaves anything out is caught.
 */
export function openExchange(): Exchange {
  const [poolName, userId, password] = ['Pj8nlkpKR', '8f14e45f-ceea-467a-9538-1a1c5f2b7d61', 'Estudar-2026']
  const [salt, b, secretBlock] = [fromBytes(randomBytes(16)), fromBytes(randomBytes(32)), randomBytes(1280)]
  const x = hash(pad(salt), createHash('sha256').update(`${poolName}${userId}:${password}`).digest())
  const verifier = power(2n, x)
  const B = (k * verifier + power(2n, b)) % N

  return {
    challenge: {
      poolId: `us-east-1_${poolName}`,
      userId,
      password,
      SALT: salt.toString(16),
      SRP_B: B.toString(16),
      SECRET_BLOCK: secretBlock.toString('base64'),
    },
    accepts({ A: hexA, timestamp, signature }) {
      const A = BigInt(`0x${hexA}`)
      const u = hash(pad(A), pad(B))
      const S = power(A * power(verifier, u), b)
      const key = new Uint8Array(hkdfSync('sha256', pad(S), pad(u), 'Caldera Derived Key', 16))
      const hmac = createHmac('sha256', key)
        .update(poolName + userId)
        .update(secretBlock)
        .update(timestamp)
      const claimed = Buffer.from(signature, 'base64')
      return claimed.length === 32 && timingSafeEqual(hmac.digest(), claimed)
    },
  }
}

function hash(...parts: Uint8Array[]): bigint {
  return fromBytes(createHash('sha256').update(Buffer.concat(parts)).digest())
}

function fromBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** Whole bytes, with a zero first when the top bit is set. */
function pad(integer: bigint): Uint8Array {
  const hex = integer.toString(16)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return Uint8Array.from(Buffer.from(whole >= '8' ? `00${whole}` : whole, 'hex'))
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % N
  return result
}
