import { respondToChallenge } from '@cognito-srp/client'
import type { AnswerTo, Challenge } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { takeLoginStepAtom } from './login-atoms.ts'

/** Returns a function that answers a challenge. The login screen then shows the next stage or the failure. */
export function useAnswer<C extends Challenge>(challenge: C): (answer: AnswerTo<C>) => void {
  const takeStep = useSetAtom(takeLoginStepAtom)
  return (answer) => void takeStep((client, signal) => respondToChallenge(client, challenge, answer, { signal }))
}
