import { respondToChallenge } from '@cognito-srp/client'
import type { AnswerTo, Challenge } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { takeLoginStepAtom } from './login-atoms.ts'

/** Answers a challenge as the next step of the sign-in; the login screen shows where that leads, or why it failed. */
export function useAnswer<C extends Challenge>(challenge: C): (answer: AnswerTo<C>) => void {
  const takeStep = useSetAtom(takeLoginStepAtom)
  return (answer) => void takeStep((client, signal) => respondToChallenge(client, challenge, answer, { signal }))
}
