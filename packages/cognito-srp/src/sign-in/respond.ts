import type { AnswerTo, Challenge, ChallengeOf } from '../challenge.ts'
import { requireClient, type CognitoClient } from '../client.ts'
import { ChallengeError, inOperation } from '../errors.ts'
import { belongsToUserAuth } from '../service/flows.ts'
import type { CallOptions } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'
import { finishMfaSetup } from './mfa-setup.ts'
import { takeEphemeral } from './password-proof.ts'
import { assertUnexpired, requireText } from './read-challenge.ts'
import { respond, type SignInStep } from './step.ts'

/** Options of {@link respondToChallenge}. */
export type RespondOptions = CallOptions & {
  /** Metadata for the pool's triggers, sent with each InitiateAuth and RespondToAuthChallenge request of this call. */
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Answers a challenge. After a wrong answer, the same challenge can be answered again until it expires or the service rejects it.
 * The right answer leads to the next challenge or to the session.
 *
 * @param challenge narrowed by `name`, which determines the type of the answer
 * @throws ChallengeError when the answer is incomplete, the challenge has expired, or the service requests a step that this
 *   sign-in does not support; ServiceError (`CodeMismatchException`, `ExpiredCodeException`, …); AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * let step = await signIn(client, { username, password })
 * if (step.name === 'SMS_MFA') {
 *   step = await respondToChallenge(client, step, { code: await ask(`Code sent to ${step.destination}`) })
 * }
 */
export async function respondToChallenge<C extends Challenge>(
  client: CognitoClient,
  challenge: C,
  answer: AnswerTo<C>,
  options: RespondOptions = {},
): Promise<SignInStep> {
  const given = { ...(answer as GivenAnswer) }
  return await inOperation('RespondToAuthChallenge', () => giveAnswer(client, challenge, given, options))
}

/** Answer whose fields are not checked yet. */
type GivenAnswer = Record<string, unknown>

async function giveAnswer(
  client: CognitoClient,
  challenge: Challenge,
  given: GivenAnswer,
  { clientMetadata, signal }: RespondOptions,
): Promise<SignInStep> {
  requireClient(client)
  assertUnexpired(challenge, client.now())
  // `flow` is optional in a challenge, but these names belong only to USER_AUTH.
  const flow = belongsToUserAuth(challenge.name) ? 'USER_AUTH' : challenge.flow
  const { username, sub } = challenge
  const state = { username, flow, sub, clientMetadata, signal }
  if (challenge.name === 'MFA_SETUP') return finishMfaSetup(client, state, challenge, given)

  const responses = readResponses(challenge, given)
  const password = readProvenPassword(challenge, given)
  if (password === undefined) return respond(client, state, challenge, responses)
  const ephemeral = await takeEphemeral(client)
  const proof = { password, ephemeral }
  return respond(client, { ...state, proof }, challenge, { ...responses, SRP_A: ephemeral.SRP_A })
}

/**
 * Returns the `ChallengeResponses` for an answer, without the user name and the fields for devices, the client secret and SRP.
 */
function readResponses(
  challenge: Exclude<Challenge, { name: 'MFA_SETUP' }>,
  answer: GivenAnswer,
): Record<string, string | undefined> {
  switch (challenge.name) {
    case 'SMS_MFA':
    case 'SOFTWARE_TOKEN_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return { [`${challenge.name}_CODE`]: requireText(answer, 'code') }
    case 'SELECT_MFA_TYPE':
      return { ANSWER: requireText(answer, 'mfaType') }
    case 'NEW_PASSWORD_REQUIRED':
      return readNewPassword(answer)
    case 'CUSTOM_CHALLENGE':
      return { ANSWER: requireText(answer, 'answer') }
    case 'SELECT_CHALLENGE':
      return readChoice(answer)
    case 'PASSWORD':
      return { PASSWORD: requirePassword(answer) }
    case 'PASSWORD_SRP':
      return {}
    case 'WEB_AUTHN':
      return { CREDENTIAL: requireCredential(answer) }
    case 'UNKNOWN':
    default:
      challenge satisfies ChallengeOf<'UNKNOWN'> // a new name in the types requires a case here
      return readOwnResponses(answer)
  }
}

/** Returns the program's raw responses to an `UNKNOWN` challenge. */
function readOwnResponses({ responses }: GivenAnswer): Record<string, string> {
  if (isRecord(responses)) return responses as Record<string, string>
  throw new ChallengeError('The answer to this challenge lacks "responses".')
}

function readNewPassword(answer: GivenAnswer): Record<string, string> {
  const attributes = Object.entries({ ...(answer['attributes'] as Record<string, string>) })
  return {
    NEW_PASSWORD: requireText(answer, 'newPassword', 'New password is required.'),
    ...Object.fromEntries(attributes.map(([name, value]) => [`userAttributes.${name}`, value])),
  }
}

function readChoice(answer: GivenAnswer): Record<string, string | undefined> {
  const choice = requireText(answer, 'challengeName')
  return {
    ANSWER: choice,
    PASSWORD: choice === 'PASSWORD' ? requirePassword(answer) : undefined,
    CREDENTIAL: answer['credential'] ? requireCredential(answer) : undefined,
  }
}

/** Returns the password that an answer proves with SRP instead of sending it; undefined for other answers. */
function readProvenPassword({ name }: Challenge, answer: GivenAnswer): string | undefined {
  const isChosen = name === 'SELECT_CHALLENGE' && answer['challengeName'] === 'PASSWORD_SRP'
  return name === 'PASSWORD_SRP' || isChosen ? requirePassword(answer) : undefined
}

function requirePassword(answer: GivenAnswer): string {
  return requireText(answer, 'password', 'PASSWORD parameter is required')
}

function requireCredential({ credential }: GivenAnswer): string {
  let cause: unknown
  try {
    const json = isRecord(credential) && JSON.stringify(credential)
    if (json) return json
  } catch (error) {
    cause = error
  }
  const message = 'The answer to this challenge lacks "credential". Pass the result of the passkey\'s `toJSON()`.'
  throw new ChallengeError(message, { cause })
}
