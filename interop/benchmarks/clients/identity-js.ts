import authenticationHelper from 'amazon-cognito-identity-js/lib/AuthenticationHelper.js'
import bigInteger from 'amazon-cognito-identity-js/lib/BigInteger.js'

import type { Challenge, Claim } from '../challenge.ts'
import { poolNameOf, signClaim, TIMESTAMP } from './signature.ts'

const [AuthenticationHelper, BigInteger] = [defaultOf(authenticationHelper), defaultOf(bigInteger)]

/** Handshake of amazon-cognito-identity-js, as in its CognitoUser.authenticateUser. */
export async function handshake(challenge: Challenge): Promise<Claim> {
  const { poolId, userId, password, SALT, SRP_B } = challenge
  const helper = new AuthenticationHelper(poolNameOf(poolId))
  const A = await new Promise<string>((resolve, reject) => {
    helper.getLargeAValue((error, value) => (error ? reject(error) : resolve(value.toString(16))))
  })
  const [B, salt] = [new BigInteger(SRP_B, 16), new BigInteger(SALT, 16)]
  const key = await new Promise<Uint8Array>((resolve, reject) => {
    helper.getPasswordAuthenticationKey(userId, password, B, salt, (error, value) =>
      error ? reject(error) : resolve(value),
    )
  })
  return { A, timestamp: TIMESTAMP, signature: await signClaim(key, challenge) }
}

/**
 * Default export of a CommonJS module. In Node, the default import is the whole module, but in Bun, the default import
 * is the module's `default` property.
 */
function defaultOf<T>(module: { default: T } | T): T {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module
}
