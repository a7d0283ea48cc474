import { respondToChallenge } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { FocusedHeading } from '../../frame/screen.tsx'
import { checkNewPassword } from '../../session/new-password.ts'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useAnswer } from './use-answer.ts'

// The challenges that are answered by filling in a form.

type CodeChallengeOf = ChallengeOf<'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP' | 'SOFTWARE_TOKEN_MFA'>

/** A one-time code, sent by the service or shown by an authenticator app. A wrong one can be corrected. */
export function CodeChallenge({ challenge }: { challenge: CodeChallengeOf }) {
  const answer = useAnswer(challenge)
  return (
    <>
      <FocusedHeading>{challengeText.codeTitle}</FocusedHeading>
      <p>{whereTheCodeIs(challenge)}</p>
      <AnswerForm submit={challengeText.continue} onAnswer={({ code = '' }) => answer({ code })}>
        <CodeField label={challengeText.code} />
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
      <AnswerForm submit={challengeText.continue} onAnswer={({ password = '' }) => onPassword(password)}>
        <TextField label={loginText.password} name="password" type="password" autoComplete="current-password" />
      </AnswerForm>
    </>
  )
}

/** A new password in place of a temporary one, with the attributes the pool requires and does not know yet. */
export function NewPasswordChallenge({ challenge }: { challenge: ChallengeOf<'NEW_PASSWORD_REQUIRED'> }) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const answer = (newPassword: string, attributes: Record<string, string>) =>
    takeStep(async (client, signal) => {
      checkNewPassword(newPassword)
      return respondToChallenge(client, challenge, { newPassword, attributes }, { signal })
    })
  return (
    <>
      <FocusedHeading>{challengeText.newPasswordTitle}</FocusedHeading>
      <AnswerForm
        submit={challengeText.continue}
        account={challenge.userAttributes['email']}
        onAnswer={({ newPassword = '', ...attributes }) => void answer(newPassword, attributes)}
      >
        <NewPasswordField />
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
      <AnswerForm submit={challengeText.continue} onAnswer={({ answer = '' }) => respond({ answer })}>
        <TextField label={challengeText.customAnswer} name="answer" autoComplete="off" />
      </AnswerForm>
    </>
  )
}
