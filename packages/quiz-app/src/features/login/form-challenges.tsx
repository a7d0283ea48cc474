import { respondToChallenge } from '@cognito-srp/client'
import type { ChallengeOf } from '@cognito-srp/client'
import { useSetAtom } from 'jotai'

import { FocusedHeading } from '../../frame/screen.tsx'
import { checkNewPassword } from '../../session/new-password.ts'
import layout from '../../styles/layout.module.css'
import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { CodeField } from '../../widgets/code-field.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { takeLoginStepAtom } from './login-atoms.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { checkIsNextQuestion, questionLines } from './pool-question.ts'
import { checkIsAnotherPassword, checkIsNotPassword } from './typed-password.ts'
import { useAnswer } from './use-answer.ts'

// Challenges that the user answers in a form.

type CodeChallengeOf = ChallengeOf<'SMS_MFA' | 'SMS_OTP' | 'EMAIL_OTP' | 'SOFTWARE_TOKEN_MFA'>

/** Asks for a one-time code, which the service sends or an authenticator app shows. The user can correct a wrong code. */
export function CodeChallenge({ challenge }: { challenge: CodeChallengeOf }) {
  const answer = useAnswer(challenge)
  return (
    <>
      <FocusedHeading>{challengeText.codeTitle}</FocusedHeading>
      <p>{codeInstructions(challenge)}</p>
      <AnswerForm submit={challengeText.continue} onAnswer={({ code = '' }) => answer({ code })}>
        <CodeField label={challengeText.code} />
      </AnswerForm>
    </>
  )
}

function codeInstructions({ name, destination }: CodeChallengeOf): string {
  if (name === 'SOFTWARE_TOKEN_MFA') return challengeText.codeFromApp
  return destination && ADDRESS.test(destination)
    ? challengeText.codeSent(destination)
    : challengeText.codeWithoutDestination
}

/**
 * Pattern of a masked address, which is one word. Text with several words is not shown, because it would look like the app's own
 * text.
 */
const ADDRESS = /^\S{1,64}$/

/** Asks for the password that a challenge requires. */
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

type NewPasswordChallengeProps = {
  challenge: ChallengeOf<'NEW_PASSWORD_REQUIRED'>
  /** Password from the login form, which is never accepted as an answer. */
  password: string
}

/** Asks for a new password that replaces a temporary one, and for the attributes that the pool requires. */
export function NewPasswordChallenge({ challenge, password }: NewPasswordChallengeProps) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const answer = (newPassword: string, attributes: Record<string, string>) =>
    takeStep(async (client, signal) => {
      checkNewPassword(newPassword)
      checkIsAnotherPassword(newPassword, password)
      checkIsNotPassword(Object.values(attributes), password)
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

type CustomChallengeProps = {
  challenge: ChallengeOf<'CUSTOM_CHALLENGE'>
  /** Password from the login form, which is never accepted as an answer. */
  password: string
}

/** Shows a question from the pool's Lambda trigger. The field starts empty, because the app sends its content to the pool. */
export function CustomChallenge({ challenge, password }: CustomChallengeProps) {
  const takeStep = useSetAtom(takeLoginStepAtom)
  const respond = (answer: string) =>
    takeStep(async (client, signal) => {
      checkIsNotPassword([answer.trim()], password)
      return checkIsNextQuestion(challenge, await respondToChallenge(client, challenge, { answer }, { signal }))
    })
  return (
    <>
      <FocusedHeading>{challengeText.customTitle}</FocusedHeading>
      <PoolQuestion challenge={challenge} />
      <AnswerForm submit={challengeText.continue} onAnswer={({ answer = '' }) => void respond(answer)}>
        <TextField
          label={challengeText.customAnswer}
          name="answer"
          autoComplete="off"
          hint={challengeText.customAnswerHint}
        />
      </AnswerForm>
    </>
  )
}

/** Shows the pool's text for a challenge that this app does not support, and tells the user whom to contact. */
export function UnknownChallenge({ challenge }: { challenge: ChallengeOf<'UNKNOWN'> }) {
  return (
    <>
      <FocusedHeading>{challengeText.unknownTitle}</FocusedHeading>
      <PoolQuestion challenge={challenge} />
      <p>{challengeText.unknown}</p>
    </>
  )
}

/** Shows the text from the pool's Lambda trigger as a quotation, so that it does not look like the app's own text. */
function PoolQuestion({ challenge }: { challenge: ChallengeOf<'CUSTOM_CHALLENGE' | 'UNKNOWN'> }) {
  const lines = questionLines(challenge)
  if (lines.length === 0) return null
  return (
    <figure className={layout.tightStack}>
      <figcaption>{challengeText.poolAsks}</figcaption>
      <blockquote className={layout.quote}>
        {lines.map(([name, value]) => (
          <p key={name}>{value}</p>
        ))}
      </blockquote>
    </figure>
  )
}
