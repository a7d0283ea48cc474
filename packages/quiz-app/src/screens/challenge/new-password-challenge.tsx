import type { ChallengeOf } from '@cognito-srp/client'

import { challengeText, loginText } from '../../text.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'

/** A new password in place of a temporary one, with the attributes the pool requires and does not know yet. */
export function NewPasswordChallenge({ challenge }: { challenge: ChallengeOf<'NEW_PASSWORD_REQUIRED'> }) {
  const answer = useAnswer(challenge)
  return (
    <>
      <FocusedHeading>{challengeText.newPasswordTitle}</FocusedHeading>
      <AnswerForm onAnswer={({ newPassword = '', ...attributes }) => answer({ newPassword, attributes })}>
        <TextField
          label={challengeText.newPassword}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={loginText.passwordHint}
        />
        {challenge.requiredAttributes.map((name) => (
          <TextField
            key={name}
            label={challengeText.attribute(name)}
            name={name}
            defaultValue={challenge.userAttributes[name] ?? ''}
          />
        ))}
      </AnswerForm>
    </>
  )
}
