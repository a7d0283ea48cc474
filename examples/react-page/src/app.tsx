import type { AuthStore, CognitoClient } from '@cognito-srp/client'
import { useSyncExternalStore, type ReactNode } from 'react'

import { SignIn } from './sign-in.tsx'
import { SignedIn } from './signed-in.tsx'

type AppProps = {
  client: CognitoClient
  auth: AuthStore
  /** What only a signed-in person sees. */
  children?: ReactNode
}

/** Who is signed in decides what is shown. Other tabs count: signing out in one of them is seen here. */
export function App({ client, auth, children }: AppProps) {
  const user = useSyncExternalStore(auth.subscribe, auth.getSnapshot, auth.getServerSnapshot)
  if (user === 'checking') return null // the storage is being read: neither side, not even for a moment
  if (user === 'signedOut') return <SignIn client={client} />
  return (
    <SignedIn client={client} username={user.username}>
      {children}
    </SignedIn>
  )
}
