import type { ChallengeOf } from '@cognito-srp/client'

import { useAnswer } from './answer-step.ts'
import { PasswordQuestion } from './password-question.tsx'

/** The password, asked for by the service. */
export function PasswordChallenge({ challenge }: { challenge: ChallengeOf<'PASSWORD' | 'PASSWORD_SRP'> }) {
  const answer = useAnswer(challenge)
  return <PasswordQuestion onPassword={(password) => answer({ password })} />
}
