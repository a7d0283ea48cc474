import { onAuthChange, signOut } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { readAuthState } from './auth-state.ts'
import type { AuthState, SignOutReason } from './auth-state.ts'
import { cognitoClientAtom } from './services.ts'

/** Who is signed in, as far as is known. */
export const authStateAtom = atom<AuthState>({ status: 'checking' })

/** The signed-in user's name, which is the user id of the product API; null when nobody is signed in. */
export const usernameAtom = atom((get) => {
  const state = get(authStateAtom)
  return state.status === 'signedIn' ? state.username : null
})

/** Asks the identity client again whether a session can be obtained; who signed in or out meanwhile has the last word. */
export const checkSessionAtom = atom(null, async (get, set) => {
  const before = get(authStateAtom)
  const next = await readAuthState(get(cognitoClientAtom))
  if (get(authStateAtom) === before) set(moveToAtom, next)
})

/**
 * Follows sign-ins and sign-outs of this and other tabs. A sign-out that this tab did not ask for is the end of the
 * session: the service refused to renew it, or it ended in another tab.
 *
 * @returns a function that stops
 */
export const watchAuthAtom = atom(null, (get, set) =>
  onAuthChange(get(cognitoClientAtom), ({ type, username }) => {
    if (type === 'signedOut') set(moveToAtom, { status: 'signedOut', reason: 'session-ended' })
    else set(moveToAtom, { status: 'signedIn', username })
  }),
)

/** The person leaves: tokens and user data are cleared, and the refresh token is revoked. */
export const signOutAtom = atom(null, async (get, set) => {
  set(authStateAtom, { status: 'signedOut', reason: null })
  await signOut(get(cognitoClientAtom), { scope: 'revoke' }).catch((cause: unknown) => {
    logFailure('The refresh token could not be revoked.', cause)
  })
})

/** The app ends the session and tells why on the login screen. */
export const forceSignOutAtom = atom(null, async (get, set, reason: SignOutReason) => {
  set(authStateAtom, { status: 'signedOut', reason })
  await signOut(get(cognitoClientAtom)).catch((cause: unknown) => logFailure('Signing out failed.', cause))
})

/** Changes the state only where something changes; a session that ends by itself gets that as its reason. */
const moveToAtom = atom(null, (get, set, next: AuthState) => {
  const current = get(authStateAtom)
  if (next.status === 'signedOut') {
    if (current.status === 'signedOut') return
    set(authStateAtom, current.status === 'signedIn' ? { ...next, reason: 'session-ended' } : next)
  } else if (next.status !== 'signedIn' || current.status !== 'signedIn' || current.username !== next.username) {
    set(authStateAtom, next)
  }
})
