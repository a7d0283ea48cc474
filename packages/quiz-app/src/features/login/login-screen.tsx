import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'

import { authStateAtom } from '../../session/auth.ts'
import { describeSignInFailure } from './failure-kind.ts'
import { loginAtom } from './login-atoms.ts'
import layout from '../../styles/layout.module.css'
import { commonText, loginText } from '../../text.ts'
import { Loading } from '../../widgets/loading.tsx'
import { Notification } from '../../widgets/notification.tsx'
import { DocumentTitle } from '../../frame/document-title.tsx'
import { LoginForm } from './login-form.tsx'
import { ScreenHeader } from '../../frame/screen-header.tsx'

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
  if (failure) return <Notification appearance="negative">{describeSignInFailure(failure)}</Notification>
  const reason = authState.status === 'signedOut' ? authState.reason : null
  if (reason === null || isBusy) return null
  return <Notification appearance="negative">{loginText.signedOut[reason]}</Notification>
}
