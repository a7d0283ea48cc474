import { useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'

import { restartLoginAtom } from './features/login/login-atoms.ts'
import { keepRunsThroughLossAtom } from './run/open-runs.ts'
import { closeRunAtom } from './run/run-atoms.ts'
import { startSyncAtom } from './sync/sync-atoms.ts'

/** What lives as long as one person is signed in, whatever the screen: the sync of their answers, and their runs. */
export function WhileSignedIn() {
  const { pathname } = useLocation()
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

  return (
    <>
      <StartAtTop key={pathname} />
      <Outlet />
    </>
  )
}

/** A new screen is read from its start; on the way back and after a reload the browser knows the place. */
function StartAtTop() {
  const isNew = useNavigationType() !== NavigationType.Pop
  useLayoutEffect(() => {
    if (isNew) window.scrollTo(0, 0)
  }, [isNew])
  return null
}
