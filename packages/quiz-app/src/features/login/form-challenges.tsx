import type { ChallengeOf } from '@cognito-srp/client'

import { FocusedHeading } from '../../frame/screen.tsx'
import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { AnswerForm, useAnswer } from './answer-form.tsx'

// The challenges that are answered by filling in a form.

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

/** The password, asked for by the service. */
export function PasswordChallenge({ challenge }: { challenge: ChallengeOf<'PASSWORD' | 'PASSWORD_SRP'> }) {
  const answer = useAnswer(challenge)
  return <PasswordQuestion onPassword={(password) => answer({ password })} />
}

/** Asks for the password again. */
export function PasswordQuestion({ onPassword }: { onPassword: (password: string) => void }) {
  return (
    <>
      <FocusedHeading>{challengeText.passwordTitle}</FocusedHeading>
      <AnswerForm onAnswer={({ password = '' }) => onPassword(password)}>
        <TextField label={loginText.password} name="password" type="password" autoComplete="current-password" />
      </AnswerForm>
    </>
  )
}

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
