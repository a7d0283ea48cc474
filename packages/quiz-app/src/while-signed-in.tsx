import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'

import { restartLoginAtom } from './features/login/login-atoms.ts'
import { isLeavingAtom } from './frame/logout.ts'
import { DocumentTitle, FocusedHeading, ScreenHeader } from './frame/screen.tsx'
import { keepRunsThroughLossAtom } from './run/open-runs.ts'
import { closeRunAtom } from './run/run-atoms.ts'
import layout from './styles/layout.module.css'
import { startSyncAtom } from './sync/sync-atoms.ts'
import { commonText } from './text/common.ts'
import { Loading } from './widgets/loading.tsx'

/** Syncs answers and keeps the open runs while a user is signed in, on any screen. */
export function WhileSignedIn() {
  const startSync = useSetAtom(startSyncAtom)
  const closeRun = useSetAtom(closeRunAtom)
  const keepRuns = useSetAtom(keepRunsThroughLossAtom)
  const restartLogin = useSetAtom(restartLoginAtom)
  const isLeaving = useAtomValue(isLeavingAtom)

  useEffect(() => {
    restartLogin() // the user is signed in, perhaps in another tab, so no challenge is open
    const stopSync = startSync()
    const stopKeeping = keepRuns()
    return () => {
      stopKeeping()
      stopSync()
      closeRun()
    }
  }, [startSync, keepRuns, closeRun, restartLogin])

  return isLeaving ? <Leaving /> : <Outlet />
}

/** Replaces the screen while the user leaves, so that the user cannot click anything. */
function Leaving() {
  return (
    <>
      <DocumentTitle screen={commonText.logout} />
      <ScreenHeader />
      <main className={layout.centred}>
        <div className={`${layout.card} ${layout.stack}`}>
          <FocusedHeading>{commonText.leaving}</FocusedHeading>
          <Loading text={commonText.sendingLast} compact />
        </div>
      </main>
    </>
  )
}
