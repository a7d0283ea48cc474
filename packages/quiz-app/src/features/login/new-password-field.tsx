import { challengeText } from '../../text/challenge.ts'
import { loginText } from '../../text/login.ts'
import { TextField } from '../../widgets/text-field.tsx'

/** Field for the account's new password. */
export function NewPasswordField() {
  return (
    <TextField
      label={challengeText.newPassword}
      name="newPassword"
      type="password"
      autoComplete="new-password"
      hint={loginText.passwordHint}
    />
  )
}
