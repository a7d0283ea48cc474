import type { ChallengeOf } from '@cognito-srp/client'

import layout from '../../styles/layout.module.css'
import { challengeText, loginText } from '../../text.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswer } from './answer-step.ts'

/** A new password in place of a temporary one, with the attributes the pool requires and does not know yet. */
export function NewPasswordChallenge({ challenge }: { challenge: ChallengeOf<'NEW_PASSWORD_REQUIRED'> }) {
  const answer = useAnswer(challenge)
  return (
    <>
      <FocusedHeading>{challengeText.newPasswordTitle}</FocusedHeading>
      <AnswerForm onAnswer={({ newPassword = '', ...attributes }) => answer({ newPassword, attributes })}>
        <AccountForPasswordManager email={challenge.userAttributes['email']} />
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

/**
 * Tells a password manager whose password is replaced: it looks for a field, a person needs none. Without a name it is
 * no part of the answer. Only the e-mail is what people sign in with; the service's user name may be an id of its own.
 */
function AccountForPasswordManager({ email }: { email: string | undefined }) {
  if (!email) return null
  return (
    <input
      className={layout.unseen}
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
