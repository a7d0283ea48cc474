import { currentUsername, getSession, onAuthChange, SessionError, signOut } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'
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

/** A guard never keeps a blank page longer than this. */
const MAX_WAIT_MS = 2000
const SIGNED_OUT: AuthState = { status: 'signedOut', reason: null }

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
 * Follows sign-ins and sign-outs of this and other tabs. A sign-out that nobody asked for is the end of the session: the
 * service refused to renew it, or another tab's sync failed. One that the person asked for, here or in another tab, is told as such.
 *
 * @returns a function that stops
 */
export const watchAuthAtom = atom(null, (get, set) =>
  onAuthChange(get(cognitoClientAtom), ({ type, username }) => {
    if (type === 'signedOut') set(moveToAtom, { status: 'signedOut', reason: 'session-ended' })
    else set(moveToAtom, { status: 'signedIn', username })
    if (type === 'signedIn') forgetLeave()
  }),
)

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

/**
 * Signed in is who can obtain a session. While the identity service cannot be reached, a known user may study on:
 * a refresh that is refused later still ends the session.
 */
export async function readAuthState(client: CognitoClient, maxWaitMs = MAX_WAIT_MS): Promise<AuthState> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patienceEnds = new Promise<AuthState>((resolve) => {
    timer = setTimeout(() => resolve(presumeSignedIn(client)), maxWaitMs)
  })
  try {
    return await Promise.race([obtainSession(client), patienceEnds])
  } finally {
    clearTimeout(timer)
  }
}

async function obtainSession(client: CognitoClient): Promise<AuthState> {
  try {
    const { username } = await getSession(client)
    return { status: 'signedIn', username }
  } catch (cause) {
    if (isUnreachable(cause)) return presumeSignedIn(client)
    if (!(cause instanceof SessionError)) logFailure('The session could not be obtained.', cause)
    return SIGNED_OUT // a SessionError is how the client says that nobody is signed in
  }
}

/** Only a stored refresh token makes the client ask the service at all, so a known user is enough here. */
async function presumeSignedIn(client: CognitoClient): Promise<AuthState> {
  const username = await currentUsername(client)
  return username === null ? SIGNED_OUT : { status: 'signedIn', username }
}
