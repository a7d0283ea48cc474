import { randomBytes } from 'node:crypto'

import { g, k, N, power, privateKey, scrambler, signatureKey, signClaim, toInteger } from '@cognito-srp/testing/srp'

/**
 * A challenge as Cognito sends it, and the user's credentials. All values are plain data, so a challenge can be sent to
 * a browser.
 */
export type Challenge = {
  poolId: string
  userId: string
  password: string
  SALT: string
  SRP_B: string
  SECRET_BLOCK: string
}

/** Values that a client sends in its two requests. */
export type Claim = { A: string; timestamp: string; signature: string }

/** A challenge, and the function with which the server checks a claim for the challenge. */
export type Exchange = { challenge: Challenge; accepts: (claim: Claim) => boolean }

/**
 * Creates the server's side of SRP, written only for the benchmark. The server has the verifier and computes S = (A *
 * v^u)^b, so it rejects a client that leaves out a step.
 */
export function openExchange(): Exchange {
  const [poolName, userId, password] = ['Pj8nlkpKR', '8f14e45f-ceea-467a-9538-1a1c5f2b7d61', 'Estudar-2026']
  const [salt, b, secretBlock] = [toInteger(randomBytes(16)), toInteger(randomBytes(32)), randomBytes(1280)]
  const verifier = power(g, privateKey(salt, poolName, userId, password))
  const B = (k * verifier + power(g, b)) % N

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
      const u = scrambler(A, B)
      const S = power(A * power(verifier, u), b)
      return signature === signClaim(signatureKey(S, u), { poolName, userId, secretBlock, timestamp })
    },
  }
}
