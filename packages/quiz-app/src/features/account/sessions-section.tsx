import { globalSignOut } from '@cognito-srp/client'
import { useAtomValue, useSetAtom } from 'jotai'

import { forgetStudentAtom } from '../../frame/logout.ts'
import { leaveByServiceAtom, usernameAtom } from '../../session/auth.ts'
import { sendLastAtom } from '../../sync/sync-atoms.ts'
import { sessionsText } from '../../text/account.ts'
import { ConfirmButton, OutcomeLine } from './account-parts.tsx'
import { useAccountAction } from './account-work.tsx'

/**
 * Ends all sessions, including this one. The app first makes one short attempt to send this device's answers. Answers that are not sent
 * remain in the devices' logs.
 */
export function SessionsSection() {
  const leave = useSetAtom(leaveByServiceAtom)
  const sendLast = useSetAtom(sendLastAtom)
  const forgetStudent = useSetAtom(forgetStudentAtom)
  const userId = useAtomValue(usernameAtom)
  const { outcome, run } = useAccountAction()
  const signOutEverywhere = () =>
    run(async (call) => {
      await sendLast()
      await leave('signed-out-everywhere', () => call((client, options) => globalSignOut(client, options)))
      if (userId !== null) await forgetStudent(userId)
      return null
    })
  return (
    <>
      <p>{sessionsText.purpose}</p>
      <div>
        <ConfirmButton
          label={sessionsText.signOut}
          question={sessionsText.question}
          onConfirm={() => void signOutEverywhere()}
        />
      </div>
      <OutcomeLine outcome={outcome} />
    </>
  )
}
