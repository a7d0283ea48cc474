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

/** What a sign-in leads to: the session, or something to ask the person. */
export type SignInStep = SignedIn | Challenge

/** A sign-in that is complete; the session is stored. */
export type SignedIn = {
  name: 'SIGNED_IN'
  session: Session
  /** Present when the pool remembers devices and this one was new: `needs-consent` waits for `rememberDevice`. */
  device?: DeviceOutcome
}

/** What one sign-in knows on its way; it lives in memory only, and ends with the call it serves. */
export type SignInProgress = AuthContext & {
  /** How the sign-in began, as far as it decides what the service may ask. */
  flow?: string | undefined
  /** The password's proof, until it is given. */
  proof?: PasswordProof | undefined
  /** The device's proof: its pair between the two steps, then that it was given. */
  deviceProof?: Ephemeral | 'given' | undefined
  /** The request that was answered last, once that is not the first one. */
  operation?: typeof RESPOND | undefined
}

const RESPOND = 'RespondToAuthChallenge'

/** How far a sign-in gets without a person: the service's answer that ends it or asks one, and what is known by then. */
export type Reached = { state: SignInProgress; answer: AuthAnswer }

/**
 * Goes on from an answer of the service: takes the steps that need nobody (the proofs of password and device). Each
 * proof is given at most once per call, so the way always ends. Stores nothing.
 */
export async function nextStep(client: CognitoClient, state: SignInProgress, answer: AuthAnswer): Promise<Reached> {
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

/** The session, which is stored, or the question to the person. */
export function finish(client: CognitoClient, { state, answer }: Reached): Promise<SignInStep> {
  return inOperation(state.operation ?? 'InitiateAuth', async () => {
    if (!firstText(answer.ChallengeName)) return complete(client, state, answer.AuthenticationResult ?? {})
    assertFlowHas(answer.ChallengeName, state.flow)
    return readChallenge(answer, {
      username: state.username,
      challengeSession: firstText(answer.Session) ?? '',
      expiresAtMs: challengeExpiryMs(client),
      ...(state.flow === 'USER_AUTH' && { flow: state.flow }),
    })
  })
}

/** Stores the session of a completed sign-in, tells the listeners, and registers a device that the service offers to. */
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
): Promise<Reached> {
  if (!proof) throw new ChallengeError('The service asks for the password again. Start a new sign-in.')
  const claim = { ...proof, poolName: client.poolName, userId: state.username }
  return answerChallenge(client, state, answer, await provePassword(client, answer, claim))
}

async function answerDeviceSrpAuth(client: CognitoClient, state: SignInProgress, answer: AuthAnswer): Promise<Reached> {
  if (state.deviceProof) throw new ChallengeError('The service asks for the device twice. Start a new sign-in.')
  const deviceProof = await takeEphemeral(client)
  return answerChallenge(client, { ...state, deviceProof }, answer, { SRP_A: deviceProof.SRP_A })
}

async function answerDevicePasswordVerifier(
  client: CognitoClient,
  state: SignInProgress,
  answer: AuthAnswer,
): Promise<Reached> {
  const { deviceProof: ephemeral, username } = state
  const device = await readDevice(client, username)
  if (!device || !ephemeral || ephemeral === 'given') {
    throw new ChallengeError('The service asks for a device that cannot be proved here. Start a new sign-in.')
  }
  const { deviceGroupKey: poolName, deviceKey: userId, devicePassword: password } = device
  const responses = await provePassword(client, answer, { password, ephemeral, poolName, userId })
  return answerChallenge(client, { ...state, deviceProof: 'given' }, answer, responses)
}

/** Answers a challenge that was given to the person, up to the session or the next one. */
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

/**
 * Answers a challenge (RespondToAuthChallenge), with the key of this device where it is remembered, and goes on with
 * what the service says to it.
 */
export async function answerChallenge(
  client: CognitoClient,
  state: SignInProgress,
  challenge: Pick<AuthAnswer, 'ChallengeName' | 'Session'>,
  responses: AuthParameters,
): Promise<Reached> {
  const fields = { ChallengeName: challenge.ChallengeName, Session: challenge.Session || undefined }
  const answer = await requestAuth(client, state, RESPOND, fields, () => responses)
  return inOperation(RESPOND, () => nextStep(client, { ...state, operation: RESPOND }, answer))
}
