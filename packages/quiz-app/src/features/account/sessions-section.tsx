import { authenticationOf, getSession, globalSignOut } from '@cognito-srp/client'
import type { Session } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'

import { forgetStudentAtom } from '../../frame/logout.ts'
import { leaveByServiceAtom, usernameAtom } from '../../session/auth.ts'
import { envAtom } from '../../session/services.ts'
import { sendLastAtom } from '../../sync/sync-atoms.ts'
import { sessionsText } from '../../text/account.ts'
import { ConfirmButton, OutcomeLine } from './account-parts.tsx'
import { useAccountAction } from './account-work.tsx'
import type { Call } from './account-work.tsx'
import type * as FreshSignInModule from './fresh-sign-in.tsx'

/**
 * Ends all sessions, including this one. The app first makes one short attempt to send this device's answers. Unsent answers
 * remain in each device's log. If the deployment limits the age of the sign-in, a user with an older sign-in must first
 * reauthenticate.
 */
export function SessionsSection() {
  const { signOutMaxAgeSeconds } = useAtomValue(envAtom)
  const [proof, setProof] = useState<typeof FreshSignInModule | null>(null)
  const signOutEverywhere = useSignOutEverywhere()
  const { outcome, run } = useAccountAction()

  const confirm = () =>
    run(async (call) => {
      if (signOutMaxAgeSeconds !== null) {
        const session = await call((client, options) => getSession(client, options))
        if (!isRecent(session, signOutMaxAgeSeconds)) {
          setProof(await import('./fresh-sign-in.tsx')) // only a few users need this part
          return null
        }
      }
      return signOutEverywhere(call)
    })
  const resume = () => {
    setProof(null)
    void run(signOutEverywhere)
  }
  if (proof !== null && signOutMaxAgeSeconds !== null) {
    return <proof.FreshSignIn maxAgeSeconds={signOutMaxAgeSeconds} onProven={resume} />
  }
  return (
    <>
      <p>{sessionsText.purpose}</p>
      <div>
        <ConfirmButton label={sessionsText.signOut} question={sessionsText.question} onConfirm={() => void confirm()} />
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  )
}

/** Returns a function that ends all of the user's sessions. */
function useSignOutEverywhere(): (call: Call) => Promise<null> {
  const leave = useSetAtom(leaveByServiceAtom)
  const sendLast = useSetAtom(sendLastAtom)
  const forgetStudent = useSetAtom(forgetStudentAtom)
  const userId = useAtomValue(usernameAtom)
  return async (call) => {
    await sendLast()
    await leave('signed-out-everywhere', () => call((client, options) => globalSignOut(client, options)))
    if (userId !== null) await forgetStudent(userId)
    return null
  }
}

/** Whether the sign-in is recent according to the service's clock. A sign-in time in the future is not recent. */
function isRecent(session: Session, maxAgeSeconds: number): boolean {
  const ageMs = Date.now() - session.clockDriftSeconds * 1_000 - authenticationOf(session).authTimeMs
  return ageMs >= 0 && ageMs <= maxAgeSeconds * 1_000
}
