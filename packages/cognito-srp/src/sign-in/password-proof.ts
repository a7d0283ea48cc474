import { requireClient, type CognitoClient } from '../client.ts'
import { SrpError } from '../errors.ts'
import { readTextMembers, type AuthAnswer } from '../service/wire.ts'
import type { Ephemeral } from '../srp/claim.ts'
import { formatTimestamp } from '../srp/encoding.ts'
import { createEphemeral, signPasswordClaim } from '../srp/platform.ts'

/** Password, and the pair (a, A) for its proof. */
export type PasswordProof = { password: string; ephemeral: Ephemeral }

/**
 * Computes the expensive first half of an SRP sign-in in advance, for example while the user types the password. The call is
 * optional. The next sign-in with SRP uses the result, and reports an error if this computation fails.
 *
 * @throws ConfigurationError when the first argument is not a client.
 * @example
 * const field = document.querySelector('input[type=password]')
 * field?.addEventListener('focus', () => prepareSignIn(client))
 */
export function prepareSignIn(client: CognitoClient): void {
  requireClient(client)
  const ephemeral = (client.state.ephemeral ??= createEphemeral(client.randomBytes))
  // The sign-in that uses the pair reports the error, so the rejection must not count as unhandled until then.
  ephemeral.catch(() => undefined)
}

/** Returns a pair (a, A) that no other sign-in uses. */
export function takeEphemeral(client: CognitoClient): Promise<Ephemeral> {
  const prepared = client.state.ephemeral
  client.state.ephemeral = undefined
  return prepared ?? createEphemeral(client.randomBytes)
}

/** Maximum length of a number in hex (N has 768 digits) and of a name (the service allows 128 characters). */
const MAX_LENGTH = 1024
/**
 * Maximum length of a secret block (16 kB), as a multiple of `MAX_LENGTH`. The service's secret blocks have about 1500
 * characters.
 */
const SECRET_BLOCK_TIMES = 16

/**
 * Computes the responses to a password verifier challenge, which prove the password. For a device, the group key replaces the
 * pool name and the device key replaces the user id.
 *
 * @throws SrpError when the challenge is malformed or requires the client to abort.
 */
export async function provePassword(
  client: CognitoClient,
  { ChallengeParameters }: AuthAnswer,
  { ephemeral, ...claim }: PasswordProof & { poolName: string; userId: string },
): Promise<Record<string, string>> {
  const { SRP_B: B = '', SALT: salt = '', SECRET_BLOCK: secretBlock = '' } = readTextMembers(ChallengeParameters)
  const blockLength = secretBlock.length / SECRET_BLOCK_TIMES
  if (Math.max(B.length, salt.length, claim.userId.length, blockLength) > MAX_LENGTH) {
    throw new SrpError('The challenge is too long.')
  }
  const timestamp = formatTimestamp(client.now())
  const signature = await signPasswordClaim(ephemeral, { ...claim, B, salt, secretBlock, timestamp })
  return {
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP: timestamp,
  }
}
