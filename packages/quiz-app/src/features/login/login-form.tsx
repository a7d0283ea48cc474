import { prepareSignIn, signIn } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { FormEvent } from 'react'

import { loginAtom, takeLoginStepAtom } from './login-atoms.ts'
import { checkLogin } from './login-rules.ts'
import type { LoginField } from './login-rules.ts'
import { cognitoClientAtom, envAtom } from '../../session/services.ts'
import layout from '../../styles/layout.module.css'
import { loginText } from '../../text.ts'
import { Button } from '../../widgets/button.tsx'
import { TextField } from '../../widgets/text-field.tsx'

/**
 * E-mail and password. An invalid form sends nothing and shows where to look.
 *
 * @param props.onPassword keeps the typed password for a pool that lets the person choose how to sign in
 */
export function LoginForm({ onPassword }: { onPassword: (password: string) => void }) {
  const client = useAtomValue(cognitoClientAtom)
  const { authFlow } = useAtomValue(envAtom)
  const { isBusy } = useAtomValue(loginAtom)
  const takeStep = useSetAtom(takeLoginStepAtom)
  const [invalid, setInvalid] = useState<readonly LoginField[]>([])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const checked = checkLogin({ email: fields.get('email'), password: fields.get('password') })
    setInvalid(checked.isValid ? [] : checked.invalid)
    if (checked.isValid) {
      const { email, password } = checked
      onPassword(password)
      const proof = authFlow === 'USER_AUTH' ? {} : { password } // without it the service offers every way it knows
      void takeStep((_client, signal) => signIn(client, { username: email, flow: authFlow, ...proof, signal }))
    } else {
      form.querySelector<HTMLElement>(`[name="${checked.invalid[0]}"]`)?.focus()
    }
  }

  const prepare = () => prepareSignIn(client) // computes while the person types

  return (
    <form className={layout.stack} noValidate aria-busy={isBusy} onSubmit={submit}>
      <TextField
        label={loginText.email}
        name="email"
        type="email"
        autoComplete="username"
        placeholder={loginText.emailSample}
        invalid={invalid.includes('email')}
        onFocus={prepare}
      />
      <TextField
        label={loginText.password}
        name="password"
        type="password"
        autoComplete="current-password"
        hint={loginText.passwordHint}
        invalid={invalid.includes('password')}
        onFocus={prepare}
      />
      <Button type="submit" appearance="emphasised" fullWidth>
        {loginText.submit}
      </Button>
    </form>
  )
}
