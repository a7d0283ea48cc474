'use client'

import { createCognitoClient } from '@cognito-srp/client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { SignIn } from '../../../react-page/src/sign-in.tsx'
import type { PoolOfPage } from '../pool-of-page.ts'

export function SignInForm({ pool }: { pool: PoolOfPage }) {
  const [client] = useState(() => createCognitoClient(pool))
  const router = useRouter()
  return (
    <SignIn
      client={client}
      onSignedIn={() => {
        router.replace('/')
        router.refresh()
      }}
    />
  )
}
