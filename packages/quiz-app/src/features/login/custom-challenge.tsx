import type { ChallengeOf } from '@cognito-srp/client'

import { challengeText } from '../../text.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'

/** A question of the pool's own making: its public parameters are shown as they are. */
export function CustomChallenge({ challenge }: { challenge: ChallengeOf<'CUSTOM_CHALLENGE'> }) {
  const respond = useAnswer(challenge)
  const shown = Object.entries(challenge.parameters).filter(([name]) => name !== 'USERNAME')
  return (
    <>
      <FocusedHeading>{challengeText.customTitle}</FocusedHeading>
      {shown.map(([name, value]) => (
        <p key={name}>{value}</p>
      ))}
      <AnswerForm onAnswer={({ answer = '' }) => respond({ answer })}>
        <TextField label={challengeText.customAnswer} name="answer" autoComplete="off" />
      </AnswerForm>
    </>
  )
}
