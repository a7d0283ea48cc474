import { currentUsername, getSession, SessionError } from '@cognito-srp/client'
import type { CognitoClient, CognitoError } from '@cognito-srp/client'

import { logFailure } from '../failure-log.ts'

/** Why the app, and not the person, ended the session. */
export type SignOutReason = 'sync-failed' | 'stats-failed' | 'session-ended'

export type AuthState =
  | { status: 'checking' }
  | { status: 'signedOut'; reason: SignOutReason | null }
  | { status: 'signedIn'; username: string }

/** A guard never keeps a blank page longer than this. */
const MAX_WAIT_MS = 2000
const SIGNED_OUT: AuthState = { status: 'signedOut', reason: null }

/**
 * Signed in is who can obtain a session. While the identity service cannot be reached, a known user may study on:
 * a refresh that is refused later still ends the session.
 */
export async function readAuthState(client: CognitoClient, maxWaitMs = MAX_WAIT_MS): Promise<AuthState> {
  const { promise: patienceEnds, resolve } = Promise.withResolvers<AuthState>()
  const timer = setTimeout(() => void presumeSignedIn(client).then(resolve), maxWaitMs)
  try {
    return await Promise.race([obtainSession(client), patienceEnds])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether an error of the identity client says that the service could not be reached, and nothing about the user. */
export function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, retryable } = cause as CognitoError & { retryable?: boolean }
  return code === 'NetworkError' || code === 'TimeoutError' || retryable === true
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
