import { changePassword } from '@cognito-srp/client'
import { useState } from 'react'

import { checkNewPassword } from '../../session/new-password.ts'
import { passwordText } from '../../text/account.ts'
import { AnswerForm } from '../../widgets/answer-form.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { OutcomeLine } from './account-parts.tsx'
import { useAccountAction } from './account-work.tsx'

/** Changes the password after asking for the current one. */
export function PasswordSection({ signInName }: { signInName: string }) {
  const { outcome, run } = useAccountAction({ 'wrong-credentials': passwordText.wrong })
  const [changes, setChanges] = useState(0)

  const change = ({ previous = '', proposed = '' }: Record<string, string>) =>
    run(async (call) => {
      checkNewPassword(proposed)
      await call((client, options) =>
        changePassword(client, { previousPassword: previous, proposedPassword: proposed, ...options }),
      )
      setChanges((count) => count + 1) // empties the fields
      return passwordText.changed
    })
  return (
    <>
      <AnswerForm
        key={changes}
        submit={passwordText.submit}
        account={signInName}
        onAnswer={(fields) => void change(fields)}
      >
        <TextField label={passwordText.previous} name="previous" type="password" autoComplete="current-password" />
        <TextField
          label={passwordText.proposed}
          name="proposed"
          type="password"
          autoComplete="new-password"
          hint={passwordText.hint}
        />
      </AnswerForm>
      <OutcomeLine outcome={outcome} />
    </>
  )
}
