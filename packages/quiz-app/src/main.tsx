import { createCognitoClient } from '@cognito-srp/client'
import { createStore } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'

import './styles/global.css'
import { App } from './app.tsx'
import { readEnv } from './env.ts'
import type { Env } from './env.ts'
import { logFailure } from './failure-log.ts'
import { keepShellForOffline } from './storage/offline-shell.ts'
import { cognitoClientAtom, envAtom, openedOfflineAtom } from './session/services.ts'
import { commonText } from './text/common.ts'
import { applyThemePreference, readThemePreference } from './widgets/theme-switch.tsx'

z.config({ jitless: true }) // the page's content security policy forbids generated code
applyThemePreference(readThemePreference())

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no element with the id "root".')

try {
  const store = createConfiguredStore(readEnv(import.meta.env, location.href))
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  )
  if (import.meta.env.PROD) void keepShellForOffline()
} catch (cause) {
  logFailure('The app could not start.', cause)
  root.textContent = commonText.badConfiguration
}

function createConfiguredStore(env: Env) {
  const { userPoolId, clientId, identityEndpoint, refreshFlow } = env
  const store = createStore()
  store.set(envAtom, env)
  // The service worker sets this attribute in a page that it serves from its cache.
  store.set(openedOfflineAtom, document.documentElement.dataset['opened'] === 'offline')
  store.set(
    cognitoClientAtom,
    createCognitoClient({
      userPoolId,
      clientId,
      refreshFlow,
      ...(identityEndpoint && { endpoint: identityEndpoint }),
    }),
  )
  return store
}
