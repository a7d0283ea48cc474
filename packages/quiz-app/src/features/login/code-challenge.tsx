import type { ChallengeOf } from '@cognito-srp/client'

import { challengeText } from '../../text.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'

type CodeChallengeOf = ChallengeOf<'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP' | 'SOFTWARE_TOKEN_MFA'>

/** A one-time code, sent by the service or shown by an authenticator app. A wrong one can be corrected. */
export function CodeChallenge({ challenge }: { challenge: CodeChallengeOf }) {
  const answer = useAnswer(challenge)
  return (
    <>
      <FocusedHeading>{challengeText.codeTitle}</FocusedHeading>
      <p>{whereTheCodeIs(challenge)}</p>
      <AnswerForm onAnswer={({ code = '' }) => answer({ code: code.trim() })}>
        <TextField label={challengeText.code} name="code" inputMode="numeric" autoComplete="one-time-code" />
      </AnswerForm>
    </>
  )
}

function whereTheCodeIs({ name, destination }: CodeChallengeOf): string {
  if (name === 'SOFTWARE_TOKEN_MFA') return challengeText.codeFromApp
  return destination ? challengeText.codeSent(destination) : challengeText.codeWithoutDestination
}
