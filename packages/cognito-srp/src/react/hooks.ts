import { useSyncExternalStore } from 'react'

import type { CognitoClient } from '../client.ts'
import { createAuthStore, type AuthSnapshot, type AuthStore } from '../session/auth-store.ts'
import type { SignInState } from '../sign-in/sign-in-states.ts'
import { createSignInStore, type SignInStore, type SignInStoreOptions } from '../sign-in/sign-in-store.ts'

// Each client has one store of each kind, so that all components show the same state.
const authStores = new WeakMap<CognitoClient, AuthStore>()
const signInStores = new WeakMap<CognitoClient, SignInStore>()

/**
 * Returns the current snapshot of the client's auth store (`createAuthStore`). The snapshot is the signed-in user,
 * `'signedOut'` or `'checking'`. All components that use the same client share one auth store.
 *
 * @throws ConfigurationError when the first argument is not a client.
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
 * Returns the state of a login page, and the store (`createSignInStore`) whose functions change that state. All components that
 * use the same client share one store.
 *
 * @param options options for the store. Only the first call with a client uses this argument
 * @throws ConfigurationError when the first argument is not a client.
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
