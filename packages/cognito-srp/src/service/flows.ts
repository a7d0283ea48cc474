import { ChallengeError } from '../errors.ts'

/** Whether a challenge is allowed only in the flow `USER_AUTH`, in which the service chooses how to request a password. */
export function belongsToUserAuth(challengeName = ''): boolean {
  return /^(SELECT_CHALLENGE|PASSWORD(_SRP)?)$/.test(challengeName)
}

/**
 * Prevents the service, or an attacker who impersonates the service, from requesting the plain-text password in a flow that
 * does not send it.
 *
 * @throws ChallengeError for a challenge of `USER_AUTH` in another flow.
 */
export function assertFlowHas(challengeName: string | undefined, flow?: string): void {
  if (flow === 'USER_AUTH' || !belongsToUserAuth(challengeName)) return
  throw new ChallengeError(`The service requests ${challengeName}, which requires a sign-in with flow: 'USER_AUTH'.`)
}
