import { signIn } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'

import { DocumentTitle, ScreenHeader } from '../../frame/screen.tsx'
import { authStateAtom } from '../../session/auth.ts'
import { describeFailure } from '../../session/identity-failure.ts'
import { envAtom } from '../../session/services.ts'
import layout from '../../styles/layout.module.css'
import { commonText } from '../../text/common.ts'
import { loginText } from '../../text/login.ts'
import { Button } from '../../widgets/button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { loginAtom, prepareLoginAtom, takeLoginStepAtom } from './login-atoms.ts'
import { checkLogin } from './login-rules.ts'
import type { LoginField } from './login-rules.ts'

const LoginChallenge = lazy(async () => ({ default: (await import('./login-challenge.tsx')).LoginChallenge }))

/** E-mail and password, then whatever else the user pool asks for, all in one place. */
export function LoginScreen() {
  const { stage } = useAtomValue(loginAtom)
  const [password, setPassword] = useState('')
  return (
    <>
      <DocumentTitle screen={loginText.title} />
      <ScreenHeader />
      <main className={layout.centred}>
        <div className={`${layout.card} ${layout.stack}`}>
          {stage.name === 'form' && <h1>{loginText.title}</h1>}
          <LoginNotification />
          {stage.name === 'form' ? (
            <LoginForm onPassword={setPassword} />
          ) : (
            <Suspense fallback={<Loading text={commonText.loading} />}>
              <LoginChallenge stage={stage} password={password} />
            </Suspense>
          )}
        </div>
      </main>
    </>
  )
}

/** Why the last step failed, or why the app ended the last session. */
function LoginNotification() {
  const { failure, isBusy } = useAtomValue(loginAtom)
  const authState = useAtomValue(authStateAtom)
  if (failure) return <Notification appearance="negative">{describeFailure(failure)}</Notification>
  const reason = authState.status === 'signedOut' ? authState.reason : null
  if (reason === null || isBusy) return null
  return <Notification appearance="negative">{loginText.signedOut[reason]}</Notification>
}

/**
 * E-mail and password. An invalid form sends nothing and shows where to look.
 *
 * @param props.onPassword keeps the typed password for a pool that lets the person choose how to sign in
 */
function LoginForm({ onPassword }: { onPassword: (password: string) => void }) {
  const { authFlow } = useAtomValue(envAtom)
  const { isBusy } = useAtomValue(loginAtom)
  const prepare = useSetAtom(prepareLoginAtom)
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
      void takeStep((client, signal) => signIn(client, { username: email, flow: authFlow, ...proof, signal }))
    } else {
      form.querySelector<HTMLElement>(`[name="${checked.invalid[0]}"]`)?.focus()
    }
  }

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
