import { ChallengeError } from '@cognito-srp/client'
import type { ChallengeOf, SignInStep } from '@cognito-srp/client'

import { LocalFailure } from '../../session/local-failure.ts'

/** Parameters with the user's names, which are not part of a question. */
const USER_NAME_PARAMETERS: ReadonlySet<string> = new Set(['USERNAME', 'USER_ID_FOR_SRP'])

/** Returns the lines of a question, each with its name and text. */
export function questionLines({ parameters }: ChallengeOf<'CUSTOM_CHALLENGE' | 'UNKNOWN'>): [string, string][] {
  return Object.entries(parameters).filter(([name]) => !USER_NAME_PARAMETERS.has(name))
}

/**
 * Returns the step that follows the answer to a custom question. Cognito does not report whether the answer was right. If
 * Cognito repeats the question, the answer was wrong. A different question is the next step.
 *
 * @throws ChallengeError if the answer was wrong, with the new challenge and a LocalFailure as the cause
 */
export function checkIsNextQuestion(asked: ChallengeOf<'CUSTOM_CHALLENGE'>, step: SignInStep): SignInStep {
  if (step.name !== 'CUSTOM_CHALLENGE' || questionText(step) !== questionText(asked)) return step
  const cause = new LocalFailure('WrongAnswerError', 'The pool repeated the question.')
  throw new ChallengeError('The answer was wrong.', { challenge: step, cause })
}

/** Returns a string that is identical for all challenges with the same question. */
export function questionText(challenge: ChallengeOf<'CUSTOM_CHALLENGE'>): string {
  const lines = questionLines(challenge).map((line) => JSON.stringify(line))
  return lines.sort().join()
}
