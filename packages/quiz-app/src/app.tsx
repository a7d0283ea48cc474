import { Provider, useAtomValue, useSetAtom } from 'jotai'
import type { createStore } from 'jotai'
import { useEffect } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'

import { AppRoutes } from './router.tsx'
import { CrashBoundary } from './frame/crash-boundary.tsx'
import { sessionChecksAtom, watchAuthAtom } from './session/auth.ts'
import { resumeLoginAtom } from './features/login/login-atoms.ts'

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

/** Resumes an unfinished sign-in after a reload, checks the session at every address, and follows its changes. */
function AuthWatch() {
  const { pathname } = useLocation()
  const checks = useAtomValue(sessionChecksAtom)
  const resumeLogin = useSetAtom(resumeLoginAtom)
  const watchAuth = useSetAtom(watchAuthAtom)
  useEffect(resumeLogin, [resumeLogin])
  useEffect(watchAuth, [watchAuth, pathname, checks])
  return null
}
