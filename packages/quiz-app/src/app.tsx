import { Provider, useSetAtom } from 'jotai'
import type { createStore } from 'jotai'
import { useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'

import { AppRoutes } from './router.tsx'
import { CrashBoundary } from './frame/crash-boundary.tsx'
import { checkSessionAtom, watchAuthAtom } from './session/auth.ts'
import { resumeLoginAtom } from './features/login/login-atoms.ts'

/** The whole app. @param store holds the services of `session/services.ts` */
export function App({ store }: { store: ReturnType<typeof createStore> }) {
  return (
    <Provider store={store}>
      <AuthWatch />
      <CrashBoundary>
        <BrowserRouter useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </CrashBoundary>
    </Provider>
  )
}

/** Goes on where a reload interrupted: with an unfinished or a finished sign-in; follows sign-ins and sign-outs after that. */
function AuthWatch() {
  const resumeLogin = useSetAtom(resumeLoginAtom)
  const checkSession = useSetAtom(checkSessionAtom)
  const watchAuth = useSetAtom(watchAuthAtom)
  useEffect(() => {
    resumeLogin()
    void checkSession()
    return watchAuth()
  }, [resumeLogin, checkSession, watchAuth])
  return null
}
