import type { CognitoClient } from '../client.ts'
import type { CallOptions } from '../service/signal.ts'
import { sendResponse, type Attempt } from './attempt.ts'
import type { AnswerTo, Challenge } from './challenge.ts'
import { takeEphemeral } from './ephemeral.ts'
import { finishMfaSetup } from './mfa-setup.ts'
import { proceed, type SignInStep } from './proceed.ts'
import { assertUnexpired } from './parse-challenge.ts'
import { readProvenPassword, readResponses } from './responses.ts'

/** Options of {@link respondToChallenge}. */
export type RespondOptions = CallOptions & {
  /** For the pool's triggers, with every request of this call. */
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Answers a challenge. A wrong answer leaves the challenge open: the same one may be answered again until it expires or
 * the service says otherwise. The right one leads to the next challenge or to the session.
 *
 * @param challenge narrowed by `name`; the type of the answer follows from it
 * @throws {@link ChallengeError} when the answer is incomplete or the challenge has expired; {@link ServiceError} when
 *   the service refuses (`CodeMismatchException`, `ExpiredCodeException`, …); {@link NetworkError}, {@link TimeoutError},
 *   {@link SrpError}, {@link SessionError}, {@link StorageError}; the reason of `signal`.
 */
export async function respondToChallenge<C extends Challenge>(
  client: CognitoClient,
  challenge: C,
  answer: AnswerTo<C>,
  { clientMetadata, signal }: RespondOptions = {},
): Promise<SignInStep> {
  assertUnexpired(challenge, client.now())
  if (challenge.name === 'MFA_SETUP') {
    return finishMfaSetup(client, challenge, answer, { username: challenge.username, clientMetadata, signal })
  }
  const responses = readResponses(challenge, answer)
  const password = readProvenPassword(challenge, answer)
  const proof = password === undefined ? undefined : { password, ephemeral: await takeEphemeral(client) }
  const attempt: Attempt = { username: challenge.username, clientMetadata, signal, proof }
  const sent = await sendResponse(client, attempt, {
    challengeName: challenge.name === 'UNKNOWN' ? challenge.challengeName : challenge.name,
    challengeSession: challenge.challengeSession,
    responses: proof ? { ...responses, SRP_A: proof.ephemeral.SRP_A } : responses,
  })
  return proceed(client, attempt, sent)
}
