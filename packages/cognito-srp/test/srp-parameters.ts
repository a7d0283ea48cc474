/**
 * Valid parameters of a PASSWORD_VERIFIER challenge. The resulting signature is not checked here, but in the tests with the
 * emulator.
 */
export const SRP_PARAMETERS: Record<string, string> = {
  SRP_B: '2b'.repeat(384),
  SALT: '00ff'.repeat(8),
  SECRET_BLOCK: Buffer.from('secret block').toString('base64'),
}

/** Returns InitiateAuth's response with a PASSWORD_VERIFIER challenge for a user. */
export function passwordVerifier(username: string): object {
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { ...SRP_PARAMETERS, USERNAME: username, USER_ID_FOR_SRP: username },
  }
}
