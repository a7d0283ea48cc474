import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'

import { restartLoginAtom } from './features/login/login-atoms.ts'
import { keepRunsThroughLossAtom } from './run/open-runs.ts'
import { closeRunAtom } from './run/run-atoms.ts'
import { startSyncAtom } from './sync/sync-atoms.ts'

/** What lives as long as one person is signed in, whatever the screen: the sync of their answers, and their runs. */
export function WhileSignedIn() {
  const startSync = useSetAtom(startSyncAtom)
  const closeRun = useSetAtom(closeRunAtom)
  const keepRuns = useSetAtom(keepRunsThroughLossAtom)
  const restartLogin = useSetAtom(restartLoginAtom)

  useEffect(() => {
    restartLogin() // however the person got in, perhaps in another tab, no challenge is left to answer
    const stopSync = startSync()
    const stopKeeping = keepRuns()
    return () => {
      stopKeeping()
      stopSync()
      closeRun()
    }
  }, [startSync, keepRuns, closeRun, restartLogin])

  return <Outlet />
}
