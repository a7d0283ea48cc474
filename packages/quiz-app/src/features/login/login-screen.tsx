import { useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { ScreenLoading } from '../../frame/screen-loading.tsx'
import { DocumentTitle, ScreenHeader } from '../../frame/screen.tsx'
import { authStateAtom } from '../../session/auth.ts'
import type { KeptAnswers, SignOutReason } from '../../session/auth.ts'
import { envAtom } from '../../session/services.ts'
import layout from '../../styles/layout.module.css'
import { loginText } from '../../text/login.ts'
import { Button } from '../../widgets/button.tsx'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { forgotPasswordAtom, logInAtom, loginViewAtom, prepareLoginAtom } from './login-atoms.ts'
import type { LoginFailure, LoginStage } from './login-atoms.ts'
import { checkLogin } from './login-rules.ts'
import type { LoginField } from './login-rules.ts'

const LoginChallenge = lazy(async () => ({ default: (await import('./login-challenge.tsx')).LoginChallenge }))
const RecoveryStage = lazy(async () => ({ default: (await import('./recovery.tsx')).RecoveryStage }))

/** Shows the login form, and then the challenges of the user pool or the steps of a recovery. */
export function LoginScreen() {
  const { stage } = useAtomValue(loginViewAtom)
  const [password, setPassword] = useState('')
  return (
    <>
      <DocumentTitle screen={loginText.title} />
      <ScreenHeader />
      <main className={layout.centred}>
        <div className={`${layout.card} ${layout.stack}`}>
          {stage.name === 'form' && <h1>{loginText.title}</h1>}
          <LoginNotification />
          <Suspense fallback={<ScreenLoading />}>
            {stage.name === 'form' ? (
              <LoginForm stage={stage} onPassword={setPassword} />
            ) : stage.name === 'recovery' ? (
              <RecoveryStage recovery={stage.recovery} password={password} />
            ) : (
              <LoginChallenge stage={stage} password={password} />
            )}
          </Suspense>
        </div>
      </main>
    </>
  )
}

/** Reasons for sign-outs that the user did not request. */
const PROBLEMS: ReadonlySet<SignOutReason> = new Set<SignOutReason>(['sync-failed', 'stats-failed', 'session-ended'])

/** Shows the last step's failure, a success notice, the reason for the last sign-out, or the number of unsent answers. */
function LoginNotification() {
  const { stage, failure, isBusy } = useAtomValue(loginViewAtom)
  const authState = useAtomValue(authStateAtom)
  if (failure) return <Notification appearance="negative">{failure.text}</Notification>
  if (stage.name !== 'form' || isBusy) return null
  if (stage.notice) return <Notification appearance="positive">{loginText.notice[stage.notice]}</Notification>
  const reason = authState.status === 'signedOut' ? authState.reason : null
  if (reason === null)
    return authState.status === 'signedOut' && authState.kept ? <KeptNotice {...authState.kept} /> : null
  const appearance = PROBLEMS.has(reason) ? 'negative' : 'neutral'
  return <Notification appearance={appearance}>{loginText.signedOut[reason]}</Notification>
}

/** Says how many unsent answers remain after a sign-out. */
function KeptNotice({ count, place }: KeptAnswers) {
  return (
    <Notification appearance="neutral">{count === 0 ? loginText.kept.none : loginText.kept[place](count)}</Notification>
  )
}

type LoginFormProps = {
  stage: Extract<LoginStage, { name: 'form' }>
  /** Receives the typed password, which later stages may need. */
  onPassword: (password: string) => void
}

/** Form for e-mail and password. Submitting an invalid form sends no request and focuses the first invalid field. */
function LoginForm({ stage, onPassword }: LoginFormProps) {
  const { authFlow } = useAtomValue(envAtom)
  const { isBusy, failure } = useAtomValue(loginViewAtom)
  const prepare = useSetAtom(prepareLoginAtom)
  const logIn = useSetAtom(logInAtom)
  const forgotPassword = useSetAtom(forgotPasswordAtom)
  const [invalid, setInvalid] = useState<readonly LoginField[]>([])
  const { email, password } = useFocusedFields(stage, failure)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = checkLogin({ email: email.current?.value, password: password.current?.value })
    setInvalid(checked.isValid ? [] : checked.invalid)
    if (checked.isValid) {
      const { email: username, password: secret } = checked
      onPassword(secret)
      const proof = authFlow === 'USER_AUTH' ? {} : { password: secret } // without a password, the service offers all factors
      void logIn({ username, flow: authFlow, ...proof })
    } else {
      const field = checked.invalid[0] === 'email' ? email : password
      field.current?.focus()
    }
  }

  return (
    <form className={layout.stack} noValidate aria-busy={isBusy} onSubmit={submit}>
      <TextField
        ref={email}
        label={loginText.email}
        name="email"
        type="email"
        autoComplete="username"
        placeholder={loginText.emailSample}
        defaultValue={stage.email?.includes('@') ? stage.email : ''} // the service may have replaced the address with an internal id
        invalid={invalid.includes('email')}
        onFocus={prepare}
      />
      <TextField
        ref={password}
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
      <div className={layout.statusLine}>{isBusy && <Loading text={loginText.signingIn} compact />}</div>
      <Button onClick={() => forgotPassword(email.current?.value ?? '')}>{loginText.forgotPassword}</Button>
    </form>
  )
}

/**
 * Returns refs for both fields. Focuses the first empty field when the user returns to the form, and the password after wrong
 * credentials.
 */
function useFocusedFields(stage: LoginFormProps['stage'], failure: LoginFailure | null) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (stage.email === undefined) return // on a first visit, the focus stays at the start of the page
    const empty = email.current?.value ? password : email
    empty.current?.focus()
  }, [stage])
  useEffect(() => {
    if (failure?.kind !== 'wrong-credentials') return
    password.current?.focus()
    password.current?.select()
  }, [failure])
  return { email, password }
}
