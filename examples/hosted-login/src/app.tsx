import type { CognitoClient } from '@cognito-srp/client'
import type { HostedLogin } from '@cognito-srp/client/oauth'
import { useAuth } from '@cognito-srp/client/react'
import { useState } from 'react'

import { explain } from './explain.ts'

const provider = import.meta.env['IDENTITY_PROVIDER']

type AppProps = {
  client: CognitoClient
  hosted: HostedLogin
  /** Error message of a sign-in that failed before the first render. */
  initialFailure: string
}

/** Shows buttons that open the hosted pages by redirect or in a popup. Shows the user's data after a sign-in. */
export function App({ client, hosted, initialFailure }: AppProps) {
  const user = useAuth(client)
  const [failure, setFailure] = useState(initialFailure)

  async function attempt(work: Promise<unknown>) {
    setFailure('')
    await work.catch((error: unknown) => setFailure(explain(error)))
  }

  if (user === 'checking') return null // shows nothing until the storage has been read
  if (user === 'signedOut') {
    return (
      <>
        <h1>Sign in</h1>
        <p role="alert">{failure}</p>
        <div className="actions">
          <button onClick={() => void attempt(hosted.redirect())}>Sign in</button>
          <button onClick={() => void attempt(hosted.redirect({ provider }))}>Continue with {provider}</button>
          <button className="quiet" onClick={() => void attempt(hosted.popup())}>
            Sign in in a popup
          </button>
        </div>
      </>
    )
  }
  return (
    <>
      <h1>Hello, {user.username}</h1>
      <dl>
        <dt>E-mail</dt>
        <dd>{user.email ?? 'none'}</dd>
      </dl>
      <p role="alert">{failure}</p>
      <button onClick={() => void attempt(hosted.signOut({ scope: 'revoke' }))}>Sign out</button>
    </>
  )
}
