import { ChallengeError } from '../errors.ts'

/** Whether a challenge belongs to `USER_AUTH`, the only flow in which the service can choose how to request a password. */
export function belongsToUserAuth(challengeName = ''): boolean {
  return /^(SELECT_CHALLENGE|PASSWORD(_SRP)?)$/.test(challengeName)
}

/**
 * Prevents a service, or an attacker who impersonates it, from turning a sign-in that never sends the password into a sign-in
 * that requests it.
 *
 * @throws ChallengeError for a challenge of `USER_AUTH` in another flow.
 */
export function assertFlowHas(challengeName: string | undefined, flow?: string): void {
  if (flow === 'USER_AUTH' || !belongsToUserAuth(challengeName)) return
  throw new ChallengeError(`The service requests ${challengeName}, which requires a sign-in with flow: 'USER_AUTH'.`)
}
