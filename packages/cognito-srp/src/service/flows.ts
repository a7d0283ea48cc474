import { ChallengeError } from '../errors.ts'

/** Challenges that let the service choose how a password is given: only `USER_AUTH` has them. */
export function belongsToUserAuth(challengeName = ''): boolean {
  return /^(SELECT_CHALLENGE|PASSWORD(_SRP)?)$/.test(challengeName)
}

/**
 * Keeps a service, or whoever answers in its name, from turning a sign-in that never sends the password into one that
 * asks for it.
 *
 * @throws ChallengeError for a challenge that belongs to `USER_AUTH` after another flow.
 */
export function assertFlowHas(challengeName: string | undefined, flow?: string): void {
  if (flow === 'USER_AUTH' || !belongsToUserAuth(challengeName)) return
  throw new ChallengeError(`The service asks for ${challengeName}, which needs a sign-in with flow: 'USER_AUTH'.`)
}
