import type { FirstFactor } from '../challenge.ts'
import { assertOptions, requireUsername, type CognitoClient } from '../client.ts'
import { ChallengeError, ConfigurationError, inOperation } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { requestAuth } from './auth-request.ts'
import { takeEphemeral, type PasswordProof } from './password-proof.ts'
import { levelParameters, type RequestedLevels } from './requested-levels.ts'
import { finish, nextStep, type StepResult, type SignInStep } from './step.ts'

const FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const

const OPTIONS = [
  'username',
  'password',
  'flow',
  'preferredChallenge',
  'signUpSession',
  'clientMetadata',
  'validationData',
  'acrValues',
  'maxAgeSeconds',
  'signal',
] satisfies (keyof SignInRequest)[] as readonly string[]

/** Authentication flow of a sign-in. */
export type SignInFlow = (typeof FLOWS)[number]

/** Input of {@link signIn}. */
export type SignInRequest = CallOptions &
  RequestedLevels & {
    /** User name or alias, as typed. */
    username: string
    /**
     * Required for `USER_SRP_AUTH` and `USER_PASSWORD_AUTH`. Only `USER_PASSWORD_AUTH`, and `USER_AUTH` with `PASSWORD`, send
     * the password.
     */
    password?: string | undefined
    /**
     * Default `USER_SRP_AUTH`. `CUSTOM_AUTH` starts with SRP if there is a password. `USER_AUTH` offers the first factors that
     * the user has set up; with a password and no `preferredChallenge`, the preference is `PASSWORD_SRP`.
     */
    flow?: SignInFlow | undefined
    /** Preferred first factor for `USER_AUTH`. The service ignores a factor that the user does not have. */
    preferredChallenge?: FirstFactor | undefined
    /**
     * Session from `confirmSignUp`, for `USER_AUTH`. The service accepts the Session once, from the user who has just confirmed
     * the account.
     */
    signUpSession?: string | undefined
    /** Metadata for the pool's triggers, sent with each InitiateAuth and RespondToAuthChallenge request of this call. */
    clientMetadata?: Record<string, string> | undefined
    /** Data for the triggers that run before authentication, sent only with the first request. */
    validationData?: Record<string, string> | undefined
  }

/**
 * Starts a sign-in. Returns the session, or a challenge to answer with `respondToChallenge`. Stores nothing before the sign-in
 * is complete. Does not retry failed requests, because the second SRP step must follow within seconds. As an exception, if the
 * service has forgotten the device, the client removes the device and sends the request once more.
 *
 * @throws ConfigurationError when the client or the user name is missing, or when an option or the flow is unknown or invalid;
 *   ChallengeError when a required password is missing, or when the service requests a step that this sign-in does not support;
 *   ServiceError (`NotAuthorizedException`, `UserNotConfirmedException`, …); AnyCognitoError; the reason of `signal`.
 * @example
 * const step = await signIn(client, { username: 'ana@example.com', password })
 * if (step.name === 'SIGNED_IN') console.log(`Hello, ${step.session.username}`)
 * else console.log(`Please answer ${step.name}.`)
 */
export async function signIn(client: CognitoClient, request: SignInRequest): Promise<SignInStep> {
  return await inOperation('InitiateAuth', async () => finish(client, await startSignIn(client, request)))
}

/** Runs {@link signIn} up to the tokens or a challenge for the user. Stores nothing. */
export async function startSignIn(client: CognitoClient, request: SignInRequest): Promise<StepResult> {
  requireUsername(client, request)
  assertOptions(request, OPTIONS, 'signIn')
  const { username, password, flow = 'USER_SRP_AUTH', clientMetadata, validationData, signal } = request
  if (!FLOWS.includes(flow)) throw new ConfigurationError('Authentication flow type is invalid.')
  const isPlain = flow === 'USER_PASSWORD_AUTH'
  if ((isPlain || flow === 'USER_SRP_AUTH') && !password) throw new ChallengeError('PASSWORD parameter is required')

  const isChoice = flow === 'USER_AUTH'
  const levels = levelParameters(request)
  if (!isChoice && (levels.MAX_AGE ?? levels.TARGET_ACR_VALUES)) {
    throw new ConfigurationError("acrValues and maxAgeSeconds require flow: 'USER_AUTH'.")
  }
  const preferred = isChoice ? (request.preferredChallenge ?? (password && 'PASSWORD_SRP')) : undefined
  const usesSrp = isChoice ? preferred === 'PASSWORD_SRP' : !isPlain
  const startProof = async (): Promise<PasswordProof | undefined> =>
    password && usesSrp ? { password, ephemeral: await takeEphemeral(client) } : undefined
  // Runs before any await, so that no other sign-in takes the prepared pair.
  let proof = await startProof()
  const context = {
    username,
    clientMetadata: validationData ? { ...clientMetadata, ...validationData } : clientMetadata,
    signal,
  }
  const fields = { AuthFlow: flow, Session: request.signUpSession }
  const answer = await requestAuth(client, context, 'InitiateAuth', fields, async (isRepeated) => {
    if (isRepeated) proof = await startProof() // a pair is used for one request
    return {
      ...levels,
      PREFERRED_CHALLENGE: preferred || undefined,
      CHALLENGE_NAME: flow === 'CUSTOM_AUTH' && proof ? 'SRP_A' : undefined,
      PASSWORD: isPlain || preferred === 'PASSWORD' ? password : undefined,
      SRP_A: proof?.ephemeral.SRP_A,
    }
  })
  return nextStep(client, { username, flow, proof, clientMetadata, signal }, answer)
}
