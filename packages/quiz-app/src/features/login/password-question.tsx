import { challengeText, loginText } from '../../text.ts'
import { TextField } from '../../widgets/text-field.tsx'
import { FocusedHeading } from '../../frame/focused-heading.tsx'
import { AnswerForm } from './answer-form.tsx'

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
