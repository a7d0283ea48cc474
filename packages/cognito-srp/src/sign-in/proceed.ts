import { signPasswordClaim } from '#srp'

import type { CognitoClient } from '../client.ts'
import { ChallengeError } from '../errors.ts'
import { throwIfAborted } from '../service/signal.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { keepSession } from '../session/keep-session.ts'
import { openSession } from '../session/open-session.ts'
import type { Session } from '../session/session.ts'
import type { Ephemeral } from '../srp/password-claim.ts'
import { formatTimestamp } from '../srp/timestamp.ts'
import { sendResponse, type Attempt } from './attempt.ts'
import type { Challenge } from './challenge.ts'
import { readDevice } from '../session/stored-device.ts'
import { confirmNewDevice, type DeviceOutcome } from './device.ts'
import { takeEphemeral } from './ephemeral.ts'
import { challengeExpiryMs } from './parse-challenge.ts'
import { readChallenge } from './read-challenge.ts'

/** A sign-in that is complete; the session is stored. */
export type SignedIn = {
  name: 'SIGNED_IN'
  session: Session
  /** Present when the pool remembers devices and this one was new: `needs-consent` waits for `rememberDevice`. */
  device?: DeviceOutcome
}

/** What a sign-in leads to: the session, or something to ask the person. */
export type SignInStep = SignedIn | Challenge

/**
 * Goes on from an answer of the service: takes the steps that need nobody (the proofs of password and device) and ends
 * at a session or at a question to the person. Each proof is given at most once per call, so the way always ends.
 */
export async function proceed(client: CognitoClient, attempt: Attempt, answer: AuthAnswer): Promise<SignInStep> {
  throwIfAborted(attempt.signal)
  const parameters = answer.ChallengeParameters ?? {}
  const username = parameters['USER_ID_FOR_SRP'] ?? parameters['USERNAME'] ?? attempt.username
  const known = { ...attempt, username }
  switch (answer.ChallengeName) {
    case undefined:
    case '':
      return complete(client, known, answer)
    case 'PASSWORD_VERIFIER':
      return provePassword(client, known, answer)
    case 'DEVICE_SRP_AUTH':
      return startDeviceProof(client, known, answer)
    case 'DEVICE_PASSWORD_VERIFIER':
      return proveDevice(client, known, answer)
    default:
      return readChallenge(answer, {
        username,
        challengeSession: answer.Session ?? '',
        expiresAtMs: challengeExpiryMs(client),
      })
  }
}

async function complete(client: CognitoClient, attempt: Attempt, answer: AuthAnswer): Promise<SignedIn> {
  const result = answer.AuthenticationResult ?? {}
  const session = openSession(result, client.now(), attempt)
  await keepSession(client, session)
  if (!result.NewDeviceMetadata) return { name: 'SIGNED_IN', session }
  const device = await confirmNewDevice(client, session, result.NewDeviceMetadata, attempt)
  return { name: 'SIGNED_IN', session, device }
}

async function provePassword(client: CognitoClient, attempt: Attempt, answer: AuthAnswer): Promise<SignInStep> {
  const { proof, ...rest } = attempt
  if (!proof) throw new ChallengeError('The service asks for the password again. Start a new sign-in.')
  const who = { poolName: client.poolName, userId: attempt.username, password: proof.password }
  return prove(client, rest, answer, proof.ephemeral, who)
}

async function startDeviceProof(client: CognitoClient, attempt: Attempt, answer: AuthAnswer): Promise<SignInStep> {
  if (attempt.deviceProof) throw new ChallengeError('The service asks for the device twice. Start a new sign-in.')
  const deviceProof = await takeEphemeral(client)
  return respond(client, { ...attempt, deviceProof }, answer, { SRP_A: deviceProof.SRP_A })
}

async function proveDevice(client: CognitoClient, attempt: Attempt, answer: AuthAnswer): Promise<SignInStep> {
  const { deviceProof } = attempt
  const device = await readDevice(client, attempt.username)
  if (!device || !deviceProof || deviceProof === 'given') {
    throw new ChallengeError('The service asks for a device that cannot be proved here. Start a new sign-in.')
  }
  const who = { poolName: device.deviceGroupKey, userId: device.deviceKey, password: device.devicePassword }
  return prove(client, { ...attempt, deviceProof: 'given' }, answer, deviceProof, who)
}

/** Answers the challenge in `answer` with the proof that `who` knows the password. */
async function prove(
  client: CognitoClient,
  attempt: Attempt,
  answer: AuthAnswer,
  ephemeral: Ephemeral,
  who: { poolName: string; userId: string; password: string },
): Promise<SignInStep> {
  const { SRP_B: B = '', SALT: salt = '', SECRET_BLOCK: secretBlock = '' } = answer.ChallengeParameters ?? {}
  const timestamp = formatTimestamp(client.now())
  const signature = await signPasswordClaim(ephemeral, { B, salt, secretBlock, timestamp, ...who })
  return respond(client, attempt, answer, {
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP: timestamp,
  })
}

/** Answers the challenge in `answer` and goes on from there. */
async function respond(
  client: CognitoClient,
  attempt: Attempt,
  { ChallengeName: challengeName = '', Session: challengeSession }: AuthAnswer,
  responses: Record<string, string>,
): Promise<SignInStep> {
  return proceed(client, attempt, await sendResponse(client, attempt, { challengeName, challengeSession, responses }))
}
