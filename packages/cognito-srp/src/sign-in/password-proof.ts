import type { CognitoClient } from '../client.ts'
import { SrpError } from '../errors.ts'
import { readTextMembers, type AuthAnswer } from '../service/wire.ts'
import type { Ephemeral } from '../srp/claim.ts'
import { formatTimestamp } from '../srp/encoding.ts'
import { createEphemeral, signPasswordClaim } from '../srp/platform.ts'

/** A password and the pair (a, A) that proves it, until the proof is given. */
export type PasswordProof = { password: string; ephemeral: Ephemeral }

/**
 * Computes the costly first half of an SRP sign-in ahead, for example while a person types the password. Optional; the
 * result serves one sign-in and is then forgotten. A failure is reported by that sign-in.
 *
 * @example
 * const field = document.querySelector('input[type=password]')
 * field?.addEventListener('focus', () => prepareSignIn(client))
 */
export function prepareSignIn(client: CognitoClient): void {
  const ephemeral = (client.state.ephemeral ??= createEphemeral(client.randomBytes))
  // A failure is reported by the sign-in that takes the pair; until then it must not count as unhandled.
  ephemeral.catch(() => undefined)
}

/** A pair (a, A) that no other sign-in has had or will get. */
export function takeEphemeral(client: CognitoClient): Promise<Ephemeral> {
  const prepared = client.state.ephemeral
  client.state.ephemeral = undefined
  return prepared ?? createEphemeral(client.randomBytes)
}

/** Of a number in hex, where N has 768 digits, and of a name, where the service has 128 characters. */
const MAX_LENGTH = 1024
/** A secret block may have so many times as much, 16 kB; the service's own have some 1500 characters. */
const SECRET_BLOCK_TIMES = 16

/**
 * The responses to a password verifier challenge: they prove that whoever is named knows the password. A device names
 * its group key as the pool and its own key as the user.
 *
 * @throws SrpError when the challenge is malformed or demands that the client aborts.
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
