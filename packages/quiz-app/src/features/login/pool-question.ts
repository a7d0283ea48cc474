import { ChallengeError } from '@cognito-srp/client'
import type { ChallengeOf, SignInStep } from '@cognito-srp/client'

import { LocalFailure } from '../../session/local-failure.ts'

/** Parameters that are in every challenge and contain no question. */
const NAMES_OF_THE_USER: ReadonlySet<string> = new Set(['USERNAME', 'USER_ID_FOR_SRP'])

/** The lines of a question, by the names that the pool's own program gave them. */
export function questionLines({ parameters }: ChallengeOf<'CUSTOM_CHALLENGE' | 'UNKNOWN'>): [string, string][] {
  return Object.entries(parameters).filter(([name]) => !NAMES_OF_THE_USER.has(name))
}

/**
 * Returns the step that follows an answer to a question of the pool. Cognito does not say whether the answer was right:
 * the same question again means that it was wrong, and another question is the next one.
 *
 * @throws ChallengeError with the challenge to answer again; its cause is a LocalFailure
 */
export function checkIsNextQuestion(asked: ChallengeOf<'CUSTOM_CHALLENGE'>, step: SignInStep): SignInStep {
  if (step.name !== 'CUSTOM_CHALLENGE' || questionText(step) !== questionText(asked)) return step
  const cause = new LocalFailure('WrongAnswerError', 'The pool asks the same question again.')
  throw new ChallengeError('The answer was wrong.', { challenge: step, cause })
}

/** Equal for challenges that ask the same question. */
export function questionText(challenge: ChallengeOf<'CUSTOM_CHALLENGE'>): string {
  const lines = questionLines(challenge).map((line) => JSON.stringify(line))
  return lines.sort().join()
}
