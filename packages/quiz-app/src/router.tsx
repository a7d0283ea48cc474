import { useAtomValue } from 'jotai'
import { lazy, memo, Suspense, useCallback, useDeferredValue, useLayoutEffect } from 'react'
import { Navigate, NavigationType, Outlet, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import type { Location } from 'react-router-dom'

import { LoginScreen } from './features/login/login-screen.tsx'
import { ScreenLoading } from './frame/screen-loading.tsx'
import layout from './styles/layout.module.css'
import { authStateAtom } from './session/auth.ts'
import { isLoginUnfinishedAtom } from './features/login/login-atoms.ts'
import { commonText } from './text/common.ts'
import { Loading } from './widgets/loading.tsx'

const WhileSignedIn = lazy(async () => ({ default: (await import('./while-signed-in.tsx')).WhileSignedIn }))
const HomePage = lazy(async () => ({ default: (await import('./home-page.tsx')).HomePage }))
const QuizScreen = lazy(async () => ({ default: (await import('./features/quiz/quiz-screen.tsx')).QuizScreen }))
const StatsScreen = lazy(async () => ({ default: (await import('./features/stats/stats-screen.tsx')).StatsScreen }))
const NotFoundScreen = lazy(async () => ({ default: (await import('./frame/not-found-screen.tsx')).NotFoundScreen }))
const ComponentsPage = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./widgets-page/components-page.tsx')).ComponentsPage }))
  : null

/** Shows the screen of the current address. The previous screen remains visible but inert until the next screen is loaded. */
export function AppRoutes() {
  const location = useLocation()
  const shown = useDeferredValue(location)
  const isLeaving = shown !== location
  useStartAtTop(shown.pathname)
  return (
    <>
      <div inert={isLeaving}>
        <Screens location={shown} />
      </div>
      {isLeaving && (
        <div className={layout.leaving}>
          <ScreenLoading />
        </div>
      )}
    </>
  )
}

/** Routes of the app and their guards (specification §2). Memoised, so that a screen does not change while the user leaves it. */
const Screens = memo(function Screens({ location }: { location: Location }) {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Routes location={location}>
        <Route index element={<Navigate to="/login" replace />} />
        <Route element={<OnlySignedOut />}>
          <Route path="login" element={<LoginScreen />} />
        </Route>
        <Route element={<OnlySignedIn />}>
          <Route path="home" element={<HomePage />} />
          <Route path="quiz" element={<QuizScreen />} />
          <Route path="stats" element={<StatsScreen />} />
        </Route>
        {ComponentsPage && <Route path="componentes" element={<ComponentsPage />} />}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  )
})

/** Scrolls a new screen to its top. When the user goes back or reloads, the browser restores the position. */
function useStartAtTop(pathname: string): void {
  const isNew = useNavigationType() !== NavigationType.Pop
  const scrollToTop = useCallback(() => {
    if (isNew) window.scrollTo(0, 0)
  }, [isNew])
  useLayoutEffect(scrollToTop, [scrollToTop, pathname])
}

function OnlySignedOut() {
  const { status } = useAtomValue(authStateAtom)
  const isLoginUnfinished = useAtomValue(isLoginUnfinishedAtom)
  if (status === 'checking') return <Loading text={commonText.loading} />
  if (status === 'signedIn' && !isLoginUnfinished) return <Navigate to="/home" replace />
  return <Outlet />
}

/** Renders its routes for a signed-in user and redirects other users to the login. */
function OnlySignedIn() {
  const state = useAtomValue(authStateAtom)
  if (state.status === 'checking') return <Loading text={commonText.loading} />
  if (state.status === 'signedOut') return <Navigate to="/login" replace />
  return <WhileSignedIn key={state.username} />
}
