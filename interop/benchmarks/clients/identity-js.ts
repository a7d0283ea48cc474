import authenticationHelper from 'amazon-cognito-identity-js/lib/AuthenticationHelper.js'
import bigInteger from 'amazon-cognito-identity-js/lib/BigInteger.js'

import type { Challenge, Claim } from '../challenge.ts'
import { poolNameOf, signClaim, TIMESTAMP } from './signature.ts'

/** amazon-cognito-identity-js, as its CognitoUser.authenticateUser goes about it. */
export async function handshake(challenge: Challenge): Promise<Claim> {
  const { poolId, userId, password, SALT, SRP_B } = challenge
  const helper = new authenticationHelper.default(poolNameOf(poolId))
  const A = await new Promise<string>((resolve, reject) => {
    helper.getLargeAValue((error, value) => (error ? reject(error) : resolve(value.toString(16))))
  })
  const [B, salt] = [new bigInteger.default(SRP_B, 16), new bigInteger.default(SALT, 16)]
  const key = await new Promise<Uint8Array>((resolve, reject) => {
    helper.getPasswordAuthenticationKey(userId, password, B, salt, (error, value) =>
      error ? reject(error) : resolve(value),
    )
  })
  return { A, timestamp: TIMESTAMP, signature: await signClaim(key, challenge) }
}
