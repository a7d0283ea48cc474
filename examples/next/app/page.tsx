import { headers } from 'next/headers'
import { redirect } from 'next/navigation'

import { sessions } from '../sessions.ts'
import { poolOfPage } from './pool-of-page.ts'
import { SignOut } from './sign-out.tsx'

/**
 * A server component, which can read the session but not write cookies. The proxy (proxy.ts) has already renewed an
 * expired session.
 */
export default async function Page() {
  const session = await sessions.readSession({ headers: await headers() })
  if (!session) redirect('/sign-in')

  const { email } = session.idToken.claims
  return (
    <>
      <h1>Hello, {session.username}</h1>
      <dl>
        <dt>E-mail</dt>
        <dd>{typeof email === 'string' ? email : 'none'}</dd>
        <dt>Session until</dt>
        <dd>
          <time>{new Date(session.expiresAtMs).toISOString()}</time>, then renewed
        </dd>
      </dl>
      <SignOut pool={poolOfPage()} />
    </>
  )
}
