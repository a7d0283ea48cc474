import type { Challenge } from '../challenge.ts'
import type { CognitoClient } from '../client.ts'
import { ChallengeError, inOperation } from '../errors.ts'
import { assertFlowHas } from '../service/flows.ts'
import { throwIfAborted } from '../service/transport.ts'
import { firstText, readTextMembers, type AuthAnswer, type AuthenticationResult } from '../service/wire.ts'
import { storeSignIn } from '../session/accounts.ts'
import { openSession, type Session } from '../session/session.ts'
import { readDevice } from '../session/stored-session.ts'
import type { Ephemeral } from '../srp/claim.ts'
import { requestAuth, type AuthContext, type AuthParameters } from './auth-request.ts'
import { confirmNewDevice, type DeviceOutcome } from './new-device.ts'
import { provePassword, takeEphemeral, type PasswordProof } from './password-proof.ts'
import { challengeExpiryMs, readChallenge } from './read-challenge.ts'

/** Result of a sign-in step, which is the session or a challenge for the user. */
export type SignInStep = SignedIn | Challenge

/** Completed sign-in. The session is stored. */
export type SignedIn = {
  name: 'SIGNED_IN'
  session: Session
  /** Present if the pool remembers devices and this device was new. With `needs-consent`, call `rememberDevice`. */
  device?: DeviceOutcome
}

/** State of a sign-in, which exists only in memory and only during one call. */
export type SignInProgress = AuthContext & {
  /** Flow of the sign-in, which determines the allowed challenges. */
  flow?: string | undefined
  /** Password and pair (a, A), until the proof is sent. */
  proof?: PasswordProof | undefined
  /** State of the device's proof. Contains the pair (a, A) between the two steps, and `given` after the second step. */
  deviceProof?: Ephemeral | 'given' | undefined
  /** User id (`sub`) of the session that a step-up replaces. Tokens of another user are rejected. */
  sub?: string | undefined
  /** Operation of the last request; undefined if the last request started the sign-in. */
  operation?: typeof RESPOND | undefined
}

const RESPOND = 'RespondToAuthChallenge'

/** State of a sign-in after all automatic steps, with the service's last response. */
export type StepResult = { state: SignInProgress; answer: AuthAnswer }

/**
 * Handles a response from the service. If the response requests a proof of the password or the device, sends the proof and
 * handles the next response. Sends each proof at most once per sign-in call, so the requests always end. Stores nothing.
 */
export async function nextStep(client: CognitoClient, state: SignInProgress, answer: AuthAnswer): Promise<StepResult> {
  throwIfAborted(state.signal)
  const parameters = readTextMembers(answer.ChallengeParameters)
  const username = firstText(parameters['USER_ID_FOR_SRP'], parameters['USERNAME']) ?? state.username
  const known = { ...state, username }
  switch (answer.ChallengeName ?? '') {
    case 'PASSWORD_VERIFIER':
      return answerPasswordVerifier(client, known, answer)
    case 'DEVICE_SRP_AUTH':
      return answerDeviceSrpAuth(client, known, answer)
    case 'DEVICE_PASSWORD_VERIFIER':
      return answerDevicePasswordVerifier(client, known, answer)
    default:
      return { state: known, answer }
  }
}

/** Stores and returns the session, or returns the challenge for the user. */
export function finish(client: CognitoClient, { state, answer }: StepResult): Promise<SignInStep> {
  return inOperation(state.operation ?? 'InitiateAuth', async () => {
    if (!firstText(answer.ChallengeName)) return complete(client, state, answer.AuthenticationResult ?? {})
    assertFlowHas(answer.ChallengeName, state.flow)
    return readChallenge(answer, {
      username: state.username,
      challengeSession: firstText(answer.Session) ?? '',
      expiresAtMs: challengeExpiryMs(client),
      ...(state.flow === 'USER_AUTH' && { flow: state.flow }),
      ...(state.sub && { sub: state.sub }),
    })
  })
}

/** Stores the session of a completed sign-in, sends the event, and registers a device if the service offers to remember it. */
async function complete(client: CognitoClient, state: SignInProgress, result: AuthenticationResult): Promise<SignedIn> {
  const session = openSession(client, result, state)
  await storeSignIn(client, session)
  const { NewDeviceMetadata: offer } = result
  return { name: 'SIGNED_IN', session, ...(offer && { device: await confirmNewDevice(client, session, offer, state) }) }
}

async function answerPasswordVerifier(
  client: CognitoClient,
  { proof, ...state }: SignInProgress,
  answer: AuthAnswer,
): Promise<StepResult> {
  if (!proof) throw new ChallengeError('The service requests the password again. Start a new sign-in.')
  const claim = { ...proof, poolName: client.poolName, userId: state.username }
  return answerChallenge(client, state, answer, await provePassword(client, answer, claim))
}

async function answerDeviceSrpAuth(
  client: CognitoClient,
  state: SignInProgress,
  answer: AuthAnswer,
): Promise<StepResult> {
  if (state.deviceProof) throw new ChallengeError('The service requests the device proof twice. Start a new sign-in.')
  const deviceProof = await takeEphemeral(client)
  return answerChallenge(client, { ...state, deviceProof }, answer, { SRP_A: deviceProof.SRP_A })
}

async function answerDevicePasswordVerifier(
  client: CognitoClient,
  state: SignInProgress,
  answer: AuthAnswer,
): Promise<StepResult> {
  const { deviceProof: ephemeral, username } = state
  const device = await readDevice(client, username)
  if (!device || !ephemeral || ephemeral === 'given') {
    throw new ChallengeError(
      'The service requests a device proof that this client cannot provide. Start a new sign-in.',
    )
  }
  const { deviceGroupKey: poolName, deviceKey: userId, devicePassword: password } = device
  const responses = await provePassword(client, answer, { password, ephemeral, poolName, userId })
  return answerChallenge(client, { ...state, deviceProof: 'given' }, answer, responses)
}

/** Answers a challenge and returns the session or the next challenge for the user. */
export async function respond(
  client: CognitoClient,
  state: SignInProgress,
  challenge: Challenge,
  responses: AuthParameters,
): Promise<SignInStep> {
  const ChallengeName = challenge.name === 'UNKNOWN' ? challenge.challengeName : challenge.name
  const answered = { ChallengeName, Session: challenge.challengeSession }
  return finish(client, await answerChallenge(client, state, answered, responses))
}

/** Answers a challenge (RespondToAuthChallenge) with the key of a remembered device, and continues with the response. */
export async function answerChallenge(
  client: CognitoClient,
  state: SignInProgress,
  challenge: Pick<AuthAnswer, 'ChallengeName' | 'Session'>,
  responses: AuthParameters,
): Promise<StepResult> {
  const fields = { ChallengeName: challenge.ChallengeName, Session: challenge.Session || undefined }
  const answer = await requestAuth(client, state, RESPOND, fields, () => responses)
  return inOperation(RESPOND, () => nextStep(client, { ...state, operation: RESPOND }, answer))
}
