import { assertOptions, requireClient, type CognitoClient } from '../client.ts'
import { inOperation } from '../errors.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { requestAuth } from './auth-request.ts'
import { levelParameters, type RequestedLevels } from './requested-levels.ts'
import type { RespondOptions } from './respond.ts'
import { finish, nextStep, type SignInStep } from './step.ts'

/** Options of {@link stepUp}. */
export type StepUpOptions = RequestedLevels & RespondOptions

const OPTIONS: readonly string[] = [
  'acrValues',
  'maxAgeSeconds',
  'clientMetadata',
  'signal',
] satisfies (keyof StepUpOptions)[]

/**
 * Starts a step-up, in which the signed-in user provides additional factors or repeats all factors. With `acrValues`, the user has
 * to provide only the missing factors. Without `acrValues`, or if the last sign-in is older than `maxAgeSeconds`, the user has to
 * repeat all factors.
 *
 * The current session stays valid until the step-up is complete. Answer a challenge with `respondToChallenge`. A step-up fails if
 * the pool returns tokens for a different user. The app client must allow `ALLOW_USER_AUTH`.
 *
 * @returns the new session, or the next challenge
 * @throws SessionError 'User is not authenticated' when no user is signed in; ServiceError `InvalidParameterException` when the
 *   session already has or exceeds the level and the last sign-in is not older than `maxAgeSeconds`, or when the user has not set up the
 *   factors of any requested level; ConfigurationError when an option is unknown or invalid; AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * let step = await stepUp(client, { acrValues: ['urn:cognito:loa:4'], maxAgeSeconds: 300 })
 * if (step.name === 'SOFTWARE_TOKEN_MFA') step = await respondToChallenge(client, step, { code: await ask('Code') })
 */
export async function stepUp(client: CognitoClient, options: StepUpOptions = {}): Promise<SignInStep> {
  requireClient(client)
  assertOptions(options, OPTIONS, 'stepUp')
  const levels = levelParameters(options)
  const { acrValues, clientMetadata, signal } = options
  return await inOperation('InitiateAuth', async () => {
    const session = await authenticatedSession(client, { signal })
    const flow = 'USER_AUTH'
    const { sub } = session.idToken.claims
    const state = { username: session.username, sub, flow, clientMetadata, signal }
    const ACCESS_TOKEN = acrValues && session.accessToken.jwt
    const answer = await requestAuth(client, state, 'InitiateAuth', { AuthFlow: flow }, () => ({
      ...levels,
      ACCESS_TOKEN,
    }))
    return finish(client, await nextStep(client, state, answer))
  })
}
