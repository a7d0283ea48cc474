import { tracePasswordClaim } from '@cognito-srp/client/srp'

import type { Challenge, Claim } from '../challenge.ts'
import { poolNameOf, TIMESTAMP } from './signature.ts'

/**
 * Handshake of our client. The tracer runs the same code as a sign-in, and spends a little extra time recording the values.
 */
export async function handshake({ poolId, userId, password, SALT, SRP_B, SECRET_BLOCK }: Challenge): Promise<Claim> {
  const random = crypto.getRandomValues(new Uint8Array(32))
  const { A, signature } = await tracePasswordClaim({
    a: Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    B: SRP_B,
    salt: SALT,
    poolName: poolNameOf(poolId),
    userId,
    password,
    secretBlock: SECRET_BLOCK,
    timestamp: TIMESTAMP,
  })
  return { A, timestamp: TIMESTAMP, signature }
}
