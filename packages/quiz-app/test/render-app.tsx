import { createCognitoClient, memoryStorage, signIn } from '@cognito-srp/client'
import type { CognitoClient, CognitoConfig } from '@cognito-srp/client'
import { createStore } from 'jotai'
import { inject } from 'vitest'
import { render } from 'vitest-browser-react'

import { App } from '../src/app.tsx'
import type { Env } from '../src/env.ts'
import { cognitoClientAtom, envAtom, fetchAtom } from '../src/session/services.ts'
import { databaseNameAtom } from '../src/storage/storage-atoms.ts'
import '../src/styles/global.css'
import { EMAIL, PASSWORD, poolIds } from './account.ts'
import { createProductApi } from './gateway.ts'

export type AppOptions = {
  /** Address to open. */
  path: string
  /** Name of the user pool in `user-pools.ts`. */
  pool?: string
  authFlow?: Env['authFlow']
  reportEmail?: string
  signOutMaxAgeSeconds?: number
  /** Responds to requests to the product API; by default the API has no questions. */
  api?: (request: Request) => Promise<Response>
  client?: CognitoClient
  /** Renderings with the same name share a browser profile's data. */
  databaseName?: string
  /** Whether the tab keeps its data, as after a reload; otherwise the tab is new. */
  isReload?: boolean
}

type ClientOptions = { pool?: string; endpoint?: string } & Pick<CognitoConfig, 'fetch' | 'now'>

/** Creates a client of one of the tests' user pools that stores its session in memory. */
export function createClient(options: ClientOptions = {}): CognitoClient {
  const { pool = 'Plain', endpoint = inject('identityUrl'), fetch, now } = options
  return createCognitoClient({
    ...poolIds(pool),
    endpoint,
    storage: memoryStorage(),
    fetch,
    now,
  })
}

/** Creates a client with a session of the tests' account. */
export async function createSignedInClient(options: ClientOptions = {}): Promise<CognitoClient> {
  const client = createClient(options)
  const step = await signIn(client, { username: EMAIL, password: PASSWORD })
  if (step.name !== 'SIGNED_IN') throw new Error(`Sign-in returned the challenge ${step.name} instead of a session.`)
  return client
}

/** Renders the whole app with real user pools; only the product API is simulated. */
export async function renderApp(options: AppOptions) {
  const { path, pool = 'Plain', authFlow = 'USER_SRP_AUTH', databaseName = crypto.randomUUID() } = options
  if (!options.isReload) sessionStorage.clear()
  if (options.databaseName === undefined) localStorage.clear()
  const api = options.api ?? createProductApi([]).handle
  const client = options.client ?? createClient({ pool })
  const store = createStore()
  store.set(envAtom, {
    apiUrl: '/api',
    identityEndpoint: client.endpoint,
    userPoolId: client.userPoolId,
    clientId: client.clientId,
    productName: 'Revisa',
    reportEmail: options.reportEmail ?? '',
    isProduction: false,
    authFlow,
    refreshFlow: 'GetTokensFromRefreshToken',
    signOutMaxAgeSeconds: options.signOutMaxAgeSeconds ?? null,
  })
  store.set(cognitoClientAtom, client)
  store.set(fetchAtom, {
    fetch: (input, init) => api(new Request(input instanceof Request ? input : new URL(input, location.origin), init)),
  })
  store.set(databaseNameAtom, databaseName)
  history.replaceState(null, '', path)
  const screen = await render(<App store={store} />)
  return { screen, store, client, databaseName }
}
