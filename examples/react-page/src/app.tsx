import type { CognitoClient } from '@cognito-srp/client'
import { useAuth } from '@cognito-srp/client/react'
import type { ReactNode } from 'react'

import { SignIn } from './sign-in.tsx'
import { SignedIn } from './signed-in.tsx'

type AppProps = {
  client: CognitoClient
  /** Content for signed-in users. */
  children?: ReactNode
}

/** The signed-in user decides what is shown. A sign-out in another tab shows here too. */
export function App({ client, children }: AppProps) {
  const user = useAuth(client)
  if (user === 'checking') return null // the storage is being read: neither side, not even for a moment
  if (user === 'signedOut') return <SignIn client={client} />
  return (
    <SignedIn client={client} user={user}>
      {children}
    </SignedIn>
  )
}
