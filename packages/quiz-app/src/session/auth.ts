import { createAuthStore, signOut } from '@cognito-srp/client'
import { atom } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { forgetLeave, noteLeave, readLeave } from './leave-note.ts'
import type { Farewell } from './leave-note.ts'
import { cognitoClientAtom, isUnreachable } from './services.ts'

/** Reason why the session ended without a logout, shown by the login screen. */
export type SignOutReason = 'sync-failed' | 'stats-failed' | 'session-ended' | Farewell

/** Number of unsent answers that this device keeps after a sign-out, and where they are stored. */
export type KeptAnswers = { count: number; place: 'device' | 'page' }

export type AuthState =
  | { status: 'checking' }
  | { status: 'signedOut'; reason: SignOutReason | null; kept?: KeptAnswers }
  | { status: 'signedIn'; username: string }

const SIGNED_OUT: AuthState = { status: 'signedOut', reason: null }

/** State of the session. */
export const authStateAtom = atom<AuthState>({ status: 'checking' })

/** Username of the signed-in user, which is also the product API's user id; null if no user is signed in. */
export const usernameAtom = atom((get) => {
  const state = get(authStateAtom)
  return state.status === 'signedIn' ? state.username : null
})

/** The identity client's auth store. */
const authStoreAtom = atom((get) => createAuthStore(get(cognitoClientAtom)))

const checksAtom = atom(0)

/** Number of checks requested by {@link checkSessionAtom}. After each request the app calls {@link watchAuthAtom} again. */
export const sessionChecksAtom = atom((get) => get(checksAtom))

/** Requests another check of the session. */
export const checkSessionAtom = atom(null, (_get, set) => set(checksAtom, (checks) => checks + 1))

/**
 * Checks the session and follows sign-ins and sign-outs of this and other tabs. A sign-out without a stored note means that the session
 * ended by itself, for example because the service rejected the refresh or the sync of another tab failed.
 *
 * @returns a function that unsubscribes
 */
export const watchAuthAtom = atom(null, (get, set) => {
  const auth = get(authStoreAtom)
  const before = get(authStateAtom)
  let last = auth.getSnapshot()
  return auth.subscribe(() => {
    const isCheck = last === 'checking'
    last = auth.getSnapshot()
    if (isCheck && get(authStateAtom) !== before) return // the user has signed in or out since the check began
    if (typeof last === 'string') return set(moveToAtom, { status: 'signedOut', reason: 'session-ended' })
    if (!isCheck) forgetLeave() // the note is from an earlier session
    set(moveToAtom, { status: 'signedIn', username: last.username })
  })
})

/** Records a user who signed in on the login screen. */
export const enterAtom = atom(null, (_get, set, username: string) => {
  forgetLeave() // the note is from an earlier session
  set(authStateAtom, { status: 'signedIn', username })
})

/**
 * Signs out at the user's request: deletes the stored session and revokes the refresh token.
 *
 * @param kept unsent answers that the login screen mentions
 */
export const signOutAtom = atom(null, async (get, set, kept?: KeptAnswers) => {
  if (get(usernameAtom) !== null) noteLeave('logout')
  set(authStateAtom, { status: 'signedOut', reason: null, ...(kept && { kept }) })
  await signOut(get(cognitoClientAtom), { scope: 'revoke' }).catch((cause: unknown) => {
    logFailure('The sign-out was not completed.', cause)
  })
})

/** Ends the session for a reason that the login screen shows. */
export const forceSignOutAtom = atom(null, async (get, set, reason: SignOutReason) => {
  set(authStateAtom, { status: 'signedOut', reason })
  await signOut(get(cognitoClientAtom)).catch((cause: unknown) => logFailure('Signing out failed.', cause))
})

/** Reason why the user is leaving, while a request to the identity service ends the session. */
const farewellAtom = atom<Farewell | null>(null)

/**
 * Ends the session at the identity service with `leave`. If the service rejects the request, the session remains. Without a reply the
 * session may have ended, so the note with the reason is kept.
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

/** Changes the state if the new state differs. A session that ends by itself gets `session-ended` as its reason. */
const moveToAtom = atom(null, (get, set, next: AuthState) => {
  const current = get(authStateAtom)
  if (next.status === 'signedOut') {
    if (current.status === 'signedOut') return
    const leave = get(farewellAtom) ?? readLeave() // if storage is blocked, only this tab has the reason
    if (current.status !== 'signedIn' || leave === 'logout') set(authStateAtom, SIGNED_OUT)
    else set(authStateAtom, { ...next, reason: leave ?? 'session-ended' })
  } else if (next.status !== 'signedIn' || current.status !== 'signedIn' || current.username !== next.username) {
    set(authStateAtom, next)
  }
})
