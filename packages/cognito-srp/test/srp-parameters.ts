/**
 * Parameters of a PASSWORD_VERIFIER challenge that the client can work with. Nobody checks the signature made from them:
 * that is what the tests against the emulator are for.
 */
export const SRP_PARAMETERS: Record<string, string> = {
  SRP_B: '2b'.repeat(384),
  SALT: '00ff'.repeat(8),
  SECRET_BLOCK: Buffer.from('secret block').toString('base64'),
}

/** PASSWORD_VERIFIER for a user, as InitiateAuth answers. */
export function passwordVerifier(username: string): object {
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: { ...SRP_PARAMETERS, USERNAME: username, USER_ID_FOR_SRP: username },
  }
}
