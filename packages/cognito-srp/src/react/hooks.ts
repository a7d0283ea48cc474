import { useSyncExternalStore } from 'react'

import type { CognitoClient } from '../client.ts'
import { createAuthStore, type AuthSnapshot, type AuthStore } from '../session/auth-store.ts'
import type { SignInState } from '../sign-in/sign-in-states.ts'
import { createSignInStore, type SignInStore, type SignInStoreOptions } from '../sign-in/sign-in-store.ts'

// One store of each kind per client, so that all components show the same state.
const authStores = new WeakMap<CognitoClient, AuthStore>()
const signInStores = new WeakMap<CognitoClient, SignInStore>()

/**
 * Returns the signed-in user, which is the snapshot of `createAuthStore`. All components with the same client share one store.
 *
 * @throws ConfigurationError without a client.
 * @example
 * function Greeting() {
 *   const user = useAuth(client)
 *   return typeof user === 'string' ? null : `Hello, ${user.username}`
 * }
 */
export function useAuth(client: CognitoClient): AuthSnapshot {
  const { subscribe, getSnapshot, getServerSnapshot } = storeOf(authStores, client, () => createAuthStore(client))
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}

/**
 * Returns the state of the login page and its store (`createSignInStore`), whose functions change the state. All components
 * with the same client share one store.
 *
 * @param options only the first call with this client uses them; later options are ignored
 * @throws ConfigurationError without a client.
 * @example
 * function Login() {
 *   const [state, { signIn }] = useSignIn(client, { keep: () => sessionStorage })
 *   return state.phase === 'form' ? state.error?.message : state.phase
 * }
 */
export function useSignIn(client: CognitoClient, options?: SignInStoreOptions): [SignInState, SignInStore] {
  const store = storeOf(signInStores, client, () => createSignInStore(client, options))
  return [useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot), store]
}

function storeOf<Store>(stores: WeakMap<CognitoClient, Store>, client: CognitoClient, create: () => Store): Store {
  const store = stores.get(client) ?? create()
  stores.set(client, store)
  return store
}
