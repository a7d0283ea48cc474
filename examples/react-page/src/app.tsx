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

/** Shows the sign-in form, or the page of the signed-in user. A sign-out in another tab also shows the form. */
export function App({ client, children }: AppProps) {
  const user = useAuth(client)
  if (user === 'checking') return null // shows nothing until the storage has been read
  if (user === 'signedOut') return <SignIn client={client} />
  return (
    <SignedIn client={client} user={user}>
      {children}
    </SignedIn>
  )
}
