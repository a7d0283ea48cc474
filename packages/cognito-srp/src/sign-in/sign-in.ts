import { requireUsername, type CognitoClient } from '../client.ts'
import { ChallengeError, ConfigurationError } from '../errors.ts'
import type { CallOptions } from '../service/signal.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { initiateAuth } from '../session/initiate-auth.ts'
import type { Attempt } from './attempt.ts'
import { withDevice } from './device.ts'
import { takeEphemeral } from './ephemeral.ts'
import { proceed, type SignInStep } from './proceed.ts'

const FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const
const PASSWORD_FLOWS = new Set<SignInFlow>(['USER_SRP_AUTH', 'USER_PASSWORD_AUTH'])

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
  /** `USER_AUTH`: for example `PASSWORD_SRP`, `PASSWORD`, `EMAIL_OTP`, `SMS_OTP`, `WEB_AUTHN`. */
  preferredChallenge?: string | undefined
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
 * @throws {@link ConfigurationError} without a user name or for an unknown flow; {@link ChallengeError} without a needed
 *   password; {@link ServiceError} when the service refuses (`NotAuthorizedException`, `UserNotConfirmedException`, …);
 *   {@link SrpError}, {@link SessionError}, {@link NetworkError}, {@link TimeoutError}, {@link StorageError}; the reason
 *   of `signal`.
 */
export async function signIn(client: CognitoClient, request: SignInRequest): Promise<SignInStep> {
  const { username, password, flow = 'USER_SRP_AUTH' } = request
  requireUsername(client, username)
  if (!FLOWS.includes(flow)) throw new ConfigurationError('Authentication flow type is invalid.')
  if (PASSWORD_FLOWS.has(flow) && !password) throw new ChallengeError('PASSWORD parameter is required')

  const { attempt, answer } = await initiate(client, { ...request, flow })
  return proceed(client, attempt, answer)
}

type Request = SignInRequest & { flow: SignInFlow }
type Initiated = { attempt: Attempt; answer: AuthAnswer }

async function initiate(client: CognitoClient, request: Request): Promise<Initiated> {
  const { username, flow, clientMetadata, validationData, signal } = request
  let unused = await startProof(client, request)
  return withDevice(client, username, async (deviceKey) => {
    const proof = unused ?? (await startProof(client, request)) // a request sent once more needs a pair of its own
    unused = undefined
    const start = {
      AuthFlow: flow,
      AuthParameters: { USERNAME: username, ...flowParameters(request, proof), DEVICE_KEY: deviceKey },
      ClientMetadata: validationData ? { ...clientMetadata, ...validationData } : clientMetadata,
    }
    const answer = await initiateAuth(client, username, start, { signal })
    return { attempt: { username, proof, clientMetadata, signal }, answer }
  })
}

/** A pair for the password's proof, taken before anything is awaited; undefined when the flow proves no password. */
async function startProof(client: CognitoClient, request: Request): Promise<Attempt['proof']> {
  const { password, flow } = request
  const proves = flow === 'USER_AUTH' ? preferredChallenge(request) === 'PASSWORD_SRP' : flow !== 'USER_PASSWORD_AUTH'
  return password && proves ? { password, ephemeral: await takeEphemeral(client) } : undefined
}

function flowParameters(request: Request, proof: Attempt['proof']): Record<string, string | undefined> {
  const { password, flow } = request
  const preferred = flow === 'USER_AUTH' ? preferredChallenge(request) : undefined
  const sendsPassword = flow === 'USER_PASSWORD_AUTH' || preferred === 'PASSWORD'
  return {
    PREFERRED_CHALLENGE: preferred,
    CHALLENGE_NAME: flow === 'CUSTOM_AUTH' && proof ? 'SRP_A' : undefined,
    PASSWORD: sendsPassword ? password : undefined,
    SRP_A: proof?.ephemeral.SRP_A,
  }
}

function preferredChallenge({ preferredChallenge, password }: Request): string | undefined {
  return preferredChallenge ?? (password ? 'PASSWORD_SRP' : undefined)
}
