import { createEmulator } from '@cognito-srp/emulator'
import { createCognitoClient, memoryStorage, signIn } from '@cognito-srp/client'
import { allow } from '@cognito-srp/testing/user-pools'
import { createStore } from 'jotai'

import { authStateAtom } from '../src/session/auth.ts'
import { cognitoClientAtom, envAtom, fetchAtom } from '../src/session/services.ts'
import { databaseNameAtom } from '../src/storage/storage-atoms.ts'
import { EMAIL, PASSWORD, poolIds } from './account.ts'

const POOL = poolIds('Store')

/** Creates a user pool in this process. `isDown` disconnects it, and `faults` make single calls fail. */
export function createIdentity() {
  const emulator = createEmulator({
    userPools: [
      {
        id: POOL.userPoolId,
        clients: [{ id: POOL.clientId, explicitAuthFlows: allow('USER_PASSWORD_AUTH') }],
        users: [{ username: EMAIL, password: PASSWORD }],
      },
    ],
  })
  const network = { isDown: false }
  const fetch = (input: string, init?: RequestInit) =>
    network.isDown ? Promise.reject(new TypeError('no network')) : emulator.fetch(new Request(input, init))
  return { network, fetch, faults: emulator.faults }
}

/** Creates the app's store with a signed-in user. `api` responds to requests to the product API. */
export async function createSignedInStore(
  api: (request: Request) => Promise<Response>,
  options: { identity?: ReturnType<typeof createIdentity>; databaseName?: string | undefined } = {},
) {
  const { identity = createIdentity(), databaseName = crypto.randomUUID() } = options
  const client = createCognitoClient({
    ...POOL,
    endpoint: 'https://identity.test/',
    storage: memoryStorage(),
    fetch: identity.fetch,
  })
  const step = await signIn(client, { username: EMAIL, password: PASSWORD, flow: 'USER_PASSWORD_AUTH' })
  if (step.name !== 'SIGNED_IN') throw new Error(`Sign-in returned the challenge ${step.name} instead of a session.`)
  const store = createStore()
  store.set(envAtom, {
    ...POOL,
    apiUrl: 'https://api.test/api',
    identityEndpoint: '',
    productName: 'Revisa',
    reportEmail: '',
    isProduction: false,
    authFlow: 'USER_SRP_AUTH',
    refreshFlow: 'GetTokensFromRefreshToken',
    signOutMaxAgeSeconds: null,
  })
  store.set(cognitoClientAtom, client)
  store.set(fetchAtom, { fetch: (input, init) => api(new Request(input, init)) })
  store.set(databaseNameAtom, databaseName)
  store.set(authStateAtom, { status: 'signedIn', username: step.session.username })
  return { store, client, identity, databaseName }
}
