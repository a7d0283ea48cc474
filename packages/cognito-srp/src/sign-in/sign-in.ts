import type { FirstFactor } from '../challenge.ts'
import { requireUsername, type CognitoClient } from '../client.ts'
import { ChallengeError, ConfigurationError, inOperation } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { requestAuth } from './auth-request.ts'
import { takeEphemeral, type PasswordProof } from './password-proof.ts'
import { finish, nextStep, type Reached, type SignInStep } from './step.ts'

const FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const

const OPTIONS = [
  'username',
  'password',
  'flow',
  'preferredChallenge',
  'signUpSession',
  'clientMetadata',
  'validationData',
  'signal',
] satisfies (keyof SignInRequest)[] as readonly string[]

/** How a sign-in starts. */
export type SignInFlow = (typeof FLOWS)[number]

/** What {@link signIn} is given. */
export type SignInRequest = CallOptions & {
  /** The user name or an alias of it, as typed. */
  username: string
  /** Needed by `USER_SRP_AUTH` and `USER_PASSWORD_AUTH`. Only the latter, and `PASSWORD` of `USER_AUTH`, send it. */
  password?: string | undefined
  /**
   * Default `USER_SRP_AUTH`. `CUSTOM_AUTH` starts with SRP when a password is given. `USER_AUTH` lets the service offer
   * what the user has set up; a password without a preference prefers `PASSWORD_SRP`.
   */
  flow?: SignInFlow | undefined
  /** `USER_AUTH`: how the person would sign in; what the user cannot is not asked for. */
  preferredChallenge?: FirstFactor | undefined
  /** `USER_AUTH`: what `confirmSignUp` gave; signs in the user who has just confirmed the account, once. */
  signUpSession?: string | undefined
  /** For the pool's triggers, with every request of this call. */
  clientMetadata?: Record<string, string> | undefined
  /** For the triggers that run before authentication, with the first request only. */
  validationData?: Record<string, string> | undefined
}

/**
 * Starts a sign-in. It ends signed in, or at a challenge to be answered with `respondToChallenge`. Nothing is stored
 * before it is complete. No request is repeated, since the second SRP step must follow within seconds; only a device
 * that the service no longer knows is dropped and the request sent once more without it.
 *
 * @throws ConfigurationError without a client or user name, or for an unknown option or flow; ChallengeError without a needed password, or
 *   when the service asks for a step that cannot be taken from here; ServiceError (`NotAuthorizedException`,
 *   `UserNotConfirmedException`, …); AnyCognitoError; the reason of `signal`.
 * @example
 * const step = await signIn(client, { username: 'ana@example.com', password })
 * if (step.name === 'SIGNED_IN') console.log(`Hello, ${step.session.username}`)
 * else console.log(`Please answer ${step.name}.`)
 */
export async function signIn(client: CognitoClient, request: SignInRequest): Promise<SignInStep> {
  return await inOperation('InitiateAuth', async () => finish(client, await startSignIn(client, request)))
}

/** {@link signIn}, up to what ends it or asks the person. Stores nothing. */
export async function startSignIn(client: CognitoClient, request: SignInRequest): Promise<Reached> {
  requireUsername(client, request)
  const unknown = Object.keys(request).find((option) => !OPTIONS.includes(option))
  if (unknown) throw new ConfigurationError(`${unknown} is not an option of signIn.`)
  const { username, password, flow = 'USER_SRP_AUTH', clientMetadata, validationData, signal } = request
  if (!FLOWS.includes(flow)) throw new ConfigurationError('Authentication flow type is invalid.')
  const isPlain = flow === 'USER_PASSWORD_AUTH'
  if ((isPlain || flow === 'USER_SRP_AUTH') && !password) throw new ChallengeError('PASSWORD parameter is required')

  const isChoice = flow === 'USER_AUTH'
  const preferred = isChoice ? (request.preferredChallenge ?? (password && 'PASSWORD_SRP')) : undefined
  const usesSrp = isChoice ? preferred === 'PASSWORD_SRP' : !isPlain
  const startProof = async (): Promise<PasswordProof | undefined> =>
    password && usesSrp ? { password, ephemeral: await takeEphemeral(client) } : undefined
  // Before anything else is awaited, so that no other sign-in takes the prepared pair.
  let proof = await startProof()
  const context = {
    username,
    clientMetadata: validationData ? { ...clientMetadata, ...validationData } : clientMetadata,
    signal,
  }
  const fields = { AuthFlow: flow, Session: request.signUpSession }
  const answer = await requestAuth(client, context, 'InitiateAuth', fields, async (isRepeated) => {
    if (isRepeated) proof = await startProof() // a pair serves one request
    return {
      PREFERRED_CHALLENGE: preferred || undefined,
      CHALLENGE_NAME: flow === 'CUSTOM_AUTH' && proof ? 'SRP_A' : undefined,
      PASSWORD: isPlain || preferred === 'PASSWORD' ? password : undefined,
      SRP_A: proof?.ephemeral.SRP_A,
    }
  })
  return nextStep(client, { username, flow, proof, clientMetadata, signal }, answer)
}
