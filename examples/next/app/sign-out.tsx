'use client'

import { createCognitoClient, signOut } from '@cognito-srp/client'
import { useRouter } from 'next/navigation'
import { useActionState } from 'react'

import { explain } from '../../react-page/src/explain.ts'
import { restoreSession } from '../../react-server-sessions/src/restore-session.ts'
import type { PoolOfPage } from './pool-of-page.ts'

export function SignOut({ pool }: { pool: PoolOfPage }) {
  const router = useRouter()
  const [failure, submit, isPending] = useActionState(async () => {
    const client = createCognitoClient(pool)
    try {
      await restoreSession(client) // a browser whose storage was cleared still has the cookies
      await signOut(client)
      router.refresh()
      return ''
    } catch (error) {
      return explain(error)
    }
  }, '')

  return (
    <form action={submit}>
      <p role="alert">{failure}</p>
      <button disabled={isPending}>Sign out</button>
    </form>
  )
}
