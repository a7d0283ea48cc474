import { createAuthStore, signOut } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { forgetLeave, noteLeave, readLeave } from './leave-note.ts'
import type { Farewell } from './leave-note.ts'
import { cognitoClientAtom, isUnreachable } from './services.ts'

/** Why the session ended, where it was not by Logout: told on the login screen. */
export type SignOutReason = 'sync-failed' | 'stats-failed' | 'session-ended' | Farewell

/** The answers that this device keeps after a sign-out because they were not sent, and where it keeps them. */
export type KeptAnswers = { count: number; place: 'device' | 'page' }

export type AuthState =
  | { status: 'checking' }
  | { status: 'signedOut'; reason: SignOutReason | null; kept?: KeptAnswers }
  | { status: 'signedIn'; username: string }

const SIGNED_OUT: AuthState = { status: 'signedOut', reason: null }

/** Who is signed in, as far as is known. */
export const authStateAtom = atom<AuthState>({ status: 'checking' })

/** The signed-in user's name, which is the user id of the product API; null when nobody is signed in. */
export const usernameAtom = atom((get) => {
  const state = get(authStateAtom)
  return state.status === 'signedIn' ? state.username : null
})

/** The identity client's own store of who is signed in. */
const authStoreAtom = atom((get) => createAuthStore(get(cognitoClientAtom)))

const checksAtom = atom(0)

/** Number of checks asked for by {@link checkSessionAtom}: after each the app calls {@link watchAuthAtom} anew. */
export const sessionChecksAtom = atom((get) => get(checksAtom))

/** Asks the identity client again whether a session can be obtained. */
export const checkSessionAtom = atom(null, (_get, set) => set(checksAtom, (checks) => checks + 1))

/**
 * Checks whether a session can be obtained, and follows sign-ins and sign-outs of this and other tabs. A sign-out without a
 * note of the person's wish is the end of the session: the service refused to renew it, or another tab's sync failed.
 *
 * @returns a function that stops
 */
export const watchAuthAtom = atom(null, (get, set) => {
  const auth = get(authStoreAtom)
  const before = get(authStateAtom)
  let last = auth.getSnapshot()
  return auth.subscribe(() => {
    const isCheck = last === 'checking'
    last = auth.getSnapshot()
    if (isCheck && get(authStateAtom) !== before) return // signed in or out since the check began
    if (typeof last === 'string') return set(moveToAtom, { status: 'signedOut', reason: 'session-ended' })
    if (!isCheck) forgetLeave() // of an earlier session
    set(moveToAtom, { status: 'signedIn', username: last.username })
  })
})

/**
 * The person leaves: tokens and user data are cleared, and the refresh token is revoked.
 *
 * @param kept what the login screen says about answers
 */
export const signOutAtom = atom(null, async (get, set, kept?: KeptAnswers) => {
  if (get(usernameAtom) !== null) noteLeave('logout')
  set(authStateAtom, { status: 'signedOut', reason: null, ...(kept && { kept }) })
  await signOut(get(cognitoClientAtom), { scope: 'revoke' }).catch((cause: unknown) => {
    logFailure('The refresh token could not be revoked.', cause)
  })
})

/** The app ends the session and tells why on the login screen. */
export const forceSignOutAtom = atom(null, async (get, set, reason: SignOutReason) => {
  set(authStateAtom, { status: 'signedOut', reason })
  await signOut(get(cognitoClientAtom)).catch((cause: unknown) => logFailure('Signing out failed.', cause))
})

/** Why the person is leaving, while the identity service is asked to end the session. */
const farewellAtom = atom<Farewell | null>(null)

/**
 * The person ends the session at the identity service by `leave`; where that fails, the session stays. Without a reply it
 * may be over all the same: the note of it stays for when that shows.
 */
export const leaveByServiceAtom = atom(null, async (_get, set, reason: Farewell, leave: () => Promise<unknown>) => {
  set(farewellAtom, reason)
  noteLeave(reason)
  try {
    await leave()
  } catch (cause) {
    if (!isUnreachable(cause)) forgetLeave()
    throw cause
  } finally {
    set(farewellAtom, null)
  }
})

/** Changes the state only where something changes; a session that ends by itself gets that as its reason. */
const moveToAtom = atom(null, (get, set, next: AuthState) => {
  const current = get(authStateAtom)
  if (next.status === 'signedOut') {
    if (current.status === 'signedOut') return
    const leave = get(farewellAtom) ?? readLeave() // where storage is refused, only this tab knows
    if (current.status !== 'signedIn' || leave === 'logout') set(authStateAtom, SIGNED_OUT)
    else set(authStateAtom, { ...next, reason: leave ?? 'session-ended' })
  } else if (next.status !== 'signedIn' || current.status !== 'signedIn' || current.username !== next.username) {
    set(authStateAtom, next)
  }
})
