import { getAuthenticationHelper } from '../node_modules/@aws-amplify/auth/dist/esm/providers/cognito/utils/srp/getAuthenticationHelper.mjs'
import BigInteger from '../node_modules/@aws-amplify/auth/dist/esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs'

import type { Challenge, Claim } from '../challenge.ts'
import { poolNameOf, signClaim, TIMESTAMP } from './signature.ts'

/** Handshake of aws-amplify/auth, as in its signInWithSRP. */
export async function handshake(challenge: Challenge): Promise<Claim> {
  const { poolId, userId: username, password, SALT, SRP_B } = challenge
  const helper = await getAuthenticationHelper(poolNameOf(poolId))
  const key = await helper.getPasswordAuthenticationKey({
    username,
    password,
    serverBValue: new BigInteger(SRP_B, 16),
    salt: new BigInteger(SALT, 16),
  })
  return { A: helper.A.toString(16), timestamp: TIMESTAMP, signature: await signClaim(key, challenge) }
}
