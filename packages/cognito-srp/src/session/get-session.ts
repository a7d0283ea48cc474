import type { CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import { canHeal } from '../service/retry.ts'
import { throwIfAborted, untilAborted, type CallOptions } from '../service/transport.ts'
import { readLastAuthUser } from '../storage/token-storage.ts'
import { isFresh, isRefusedRefresh, refreshSession } from './refresh.ts'
import { isSessionValid, type Session } from './session.ts'
import { inStorageTurn, readStoredSession, readUsername, requireRefreshToken } from './stored-session.ts'

/** Options of {@link getSession}. */
export type GetSessionOptions = CallOptions & {
  /** Renews the tokens although they are still valid, for example after attributes changed. */
  forceRefresh?: boolean | undefined
}

/**
 * The session of the signed-in user, renewed first when it has ended or is about to. Calls at the same time share one
 * refresh, over all tabs; an abort detaches only its caller.
 *
 * When the refresh fails for want of a connection, tokens stay stored, and a session that is still valid is returned.
 * When the service refuses the refresh token, tokens and user data are removed.
 *
 * @throws {@link SessionError} when nobody is signed in or the session cannot be renewed; {@link ServiceError} when the
 *   service refuses the refresh; {@link NetworkError}; {@link TimeoutError} when the refresh fails for want of an
 *   answer and the session has ended; {@link StorageError}; {@link ConfigurationError} for a client secret where there
 *   is no `crypto.subtle`; the reason of `signal`.
 * @example
 * const { username, idToken } = await getSession(client)
 * console.log(username, idToken.claims['email'])
 */
export async function getSession(client: CognitoClient, options: GetSessionOptions = {}): Promise<Session> {
  const { forceRefresh = false, signal } = options
  throwIfAborted(signal)
  const stored = await inStorageTurn(client, () => readStoredSession(client))
  const { session } = stored
  if (!forceRefresh && isFresh(client, session)) return session
  const fallback = !forceRefresh && session && isSessionValid(session, client.now()) ? session : undefined
  if (fallback && !stored.refreshToken) return fallback
  requireRefreshToken(stored)
  try {
    return (await untilAborted(refreshSession(client, stored), signal)) ?? (await getSession(client, options))
  } catch (error) {
    if (fallback && canHeal(error)) return fallback
    throw error
  }
}

/**
 * The access token to send to an API, renewed when needed.
 *
 * @throws {@link SessionError} 'No user logged in' when there is no session; {@link ServiceError};
 *   {@link NetworkError}; {@link TimeoutError} when a needed refresh fails; {@link StorageError};
 *   {@link ConfigurationError} for a client secret where there is no `crypto.subtle`.
 * @example
 * await fetch('/api/stats', { headers: { authorization: `Bearer ${await getAccessToken(client)}` } })
 */
export async function getAccessToken(client: CognitoClient): Promise<string> {
  const session = await sessionOr('No user logged in', client)
  return session.accessToken.jwt
}

/**
 * The session for an operation that needs one.
 *
 * @throws {@link SessionError} 'User is not authenticated' when there is no session; {@link ServiceError},
 *   {@link NetworkError}, {@link TimeoutError} when a needed refresh fails; {@link StorageError};
 *   {@link ConfigurationError} for a client secret where there is no `crypto.subtle`; the reason of `signal`.
 */
export function authenticatedSession(client: CognitoClient, { signal }: CallOptions = {}): Promise<Session> {
  return sessionOr('User is not authenticated', client, { signal })
}

/** {@link getSession} with one message for every way of not being signed in. */
async function sessionOr(message: string, client: CognitoClient, options?: CallOptions): Promise<Session> {
  try {
    return await getSession(client, options)
  } catch (cause) {
    if (cause instanceof SessionError || isRefusedRefresh(cause)) throw new SessionError(message, { cause })
    throw cause
  }
}

/**
 * Name of the signed-in user, or null. Makes no request; the session may have ended.
 *
 * @throws {@link StorageError} when the storage throws.
 * @example
 * const username = await currentUsername(client)
 * console.log(username === null ? 'Nobody is signed in.' : `Hello, ${username}`)
 */
export function currentUsername(client: CognitoClient): Promise<string | null> {
  return inStorageTurn(client, async () => {
    const storedUsername = await readLastAuthUser(client)
    if (!storedUsername) return null
    return readUsername(client, storedUsername)
  })
}
