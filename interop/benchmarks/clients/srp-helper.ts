import { createSrpSession, signSrpSession } from 'cognito-srp-helper'

import type { Challenge, Claim } from '../challenge.ts'

/** Handshake of cognito-srp-helper, as its README shows. */
export async function handshake({ poolId, userId, password, SALT, SRP_B, SECRET_BLOCK }: Challenge): Promise<Claim> {
  const session = createSrpSession(userId, password, poolId, false)
  const { largeA, timestamp, passwordSignature } = signSrpSession(session, {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { SALT, SRP_B, SECRET_BLOCK, USER_ID_FOR_SRP: userId },
  })
  return { A: largeA, timestamp, signature: passwordSignature }
}
