import { Provider, useAtomValue, useSetAtom } from 'jotai'
import type { createStore } from 'jotai'
import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'

import { AppRoutes } from './router.tsx'
import { CrashBoundary } from './frame/crash-boundary.tsx'
import { sessionChecksAtom, watchAuthAtom } from './session/auth.ts'
import { followStepsAtom, isSigningInAtom } from './features/login/login-atoms.ts'

/** The whole app. @param store contains the services of `session/services.ts` */
export function App({ store }: { store: ReturnType<typeof createStore> }) {
  return (
    <Provider store={store}>
      <BrowserRouter useTransitions={false}>
        <AuthWatch />
        <CrashBoundary>
          <AppRoutes />
        </CrashBoundary>
      </BrowserRouter>
    </Provider>
  )
}

const watchNothing = () => {}

/**
 * Follows the sign-in. Checks the session whenever the address changes, and follows the session's changes, except during a
 * sign-in. A session created by a sign-in takes effect only after the last step, and ends if the user cancels the sign-in.
 */
function AuthWatch() {
  const { pathname } = useLocation()
  const checks = useAtomValue(sessionChecksAtom)
  const isSigningIn = useAtomValue(isSigningInAtom)
  const followSteps = useSetAtom(followStepsAtom)
  const watchAuth = useSetAtom(watchAuthAtom)
  useEffect(followSteps, [followSteps])
  const watch = isSigningIn ? watchNothing : watchAuth
  useEffect(watch, [watch, pathname, checks])
  return null
}
