import { connection } from 'next/server'

import { poolOfPage } from '../pool-of-page.ts'
import { SignInForm } from './form.tsx'

export default async function Page() {
  await connection() // the pool is of the running server, not of the build
  return <SignInForm pool={poolOfPage()} />
}
