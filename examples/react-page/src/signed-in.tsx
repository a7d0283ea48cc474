import {
  getSession,
  onAuthChange,
  signOut,
  type CognitoClient,
  type Session,
  type SignedInUser,
} from '@cognito-srp/client'
import { useEffect, useState, type ReactNode } from 'react'

import { explain } from './explain.ts'

type SignedInProps = { client: CognitoClient; user: SignedInUser; children?: ReactNode }

/** Shows the current session. `getSession` renews the session when it is about to expire. */
export function SignedIn({ client, user, children }: SignedInProps) {
  const [session, setSession] = useState<Session>()
  const [failure, setFailure] = useState('')

  useEffect(() => {
    const show = () => void getSession(client).then(setSession, (error: unknown) => setFailure(explain(error)))
    show()
    return onAuthChange(client, ({ type }) => {
      if (type === 'refreshed') show()
    })
  }, [client])

  async function attempt(work: Promise<unknown>) {
    setFailure('')
    await work.catch((error: unknown) => setFailure(explain(error)))
  }

  return (
    <>
      <h1>Hello, {user.username}</h1>
      {session && (
        <dl>
          <dt>E-mail</dt>
          <dd>{user.email ?? 'none'}</dd>
          <dt>Session until</dt>
          <dd>{new Date(session.accessToken.claims.exp * 1000).toLocaleTimeString()}, then renewed</dd>
        </dl>
      )}
      {children}
      <p role="alert">{failure}</p>
      <div className="actions">
        <button onClick={() => void attempt(signOut(client, { scope: 'revoke' }))}>Sign out</button>
        <button className="quiet" onClick={() => void attempt(getSession(client, { forceRefresh: true }))}>
          Renew now
        </button>
      </div>
    </>
  )
}
