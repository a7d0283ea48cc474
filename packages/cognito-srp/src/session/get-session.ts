import type { CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import { canHeal, sleep } from '../service/retry.ts'
import { throwIfAborted, untilAborted, type CallOptions } from '../service/transport.ts'
import { readLastAuthUser } from '../storage/token-storage.ts'
import { isFresh, isRefusedRefresh, offline, refreshSession, requestTokens } from './refresh.ts'
import { isSessionValid, remainingSeconds, type Session } from './session.ts'
import { inStorageTurn, readStoredSession, readUsername, assertRefreshToken } from './stored-session.ts'

/** Options of {@link getSession}. */
export type GetSessionOptions = CallOptions & {
  /** Renews the tokens although they are still valid, for example after attributes changed. */
  forceRefresh?: boolean | undefined
  /**
   * For the pool's triggers, where this call renews the tokens; one that joins a refresh sends nothing. Default: the
   * client's `clientMetadata`.
   */
  clientMetadata?: Record<string, string> | undefined
}

/** In a page a session with this much left is handed out while it is renewed. */
const ENOUGH_LEFT_SECONDS = 10
/** A page waits this long for the renewal of a session with less left. */
const PATIENCE_MS = 250

/**
 * The session of the signed-in user, renewed when it has ended or is about to. Calls at the same time share one refresh,
 * over all tabs; an abort detaches only its caller.
 *
 * A session that is still valid waits for no repeated attempt and for no network: in a page it is returned at once, or
 * after a quarter of a second when less than ten are left, and renewed meanwhile; elsewhere one attempt is awaited, since
 * what runs on after a request has been answered may be cut off. When the refresh fails for want of a connection, tokens
 * stay stored, and a session that is still valid is returned. When the service refuses the refresh token, tokens and user
 * data are removed.
 *
 * @throws {@link SessionError} when nobody is signed in or the session cannot be renewed; {@link ServiceError} when the
 *   service refuses the refresh; {@link NetworkError}, at once where `navigator.onLine` is false, and
 *   {@link TimeoutError} when the refresh fails for want of an answer and the session has ended; {@link ChallengeError}
 *   when it is answered by a question for the password; {@link StorageError}; {@link ConfigurationError} for a client
 *   secret where there is no `crypto.subtle`; the reason of `signal`.
 * @example
 * const { username, idToken } = await getSession(client)
 * console.log(username, idToken.claims['email'])
 */
export async function getSession(client: CognitoClient, options: GetSessionOptions = {}): Promise<Session> {
  const { forceRefresh = false, clientMetadata, signal } = options
  throwIfAborted(signal)
  const stored = await inStorageTurn(client, () => readStoredSession(client))
  const { session } = stored
  if (!forceRefresh && isFresh(client, session)) return session
  const usable = !forceRefresh && session && isSessionValid(session, client.now()) ? session : undefined
  if (usable && !stored.refreshToken) return usable
  assertRefreshToken(stored)
  const isPage = typeof document !== 'undefined'
  /** Nobody is given the session of a user who has gone meanwhile. */
  const stillUsable = async () => {
    const isSame = (await readLastAuthUser(client)) === stored.storedUsername
    return isSame && usable && isSessionValid(usable, client.now()) ? usable : undefined
  }
  try {
    if (isOffline()) return await requestTokens({ ...client, fetch: offline }, stored)
    const delayCapMs = usable && !isPage ? 0 : client.refreshDelayCapMs
    const refresh = refreshSession(client, stored, { clientMetadata, delayCapMs })
    const renewing = usable ? refresh.attempt : refresh.session
    const hasEnough = usable && remainingSeconds(usable, client.now()) >= ENOUGH_LEFT_SECONDS
    if (hasEnough && isPage) return usable
    const answer = usable && isPage ? Promise.race([renewing, sleep(PATIENCE_MS).then(stillUsable)]) : renewing
    return (await untilAborted(answer, signal)) ?? (await getSession(client, { ...options, forceRefresh: false }))
  } catch (error) {
    if (!usable || !canHeal(error)) throw error
    return (await stillUsable()) ?? getSession(client, options)
  }
}

function isOffline(): boolean {
  return (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false // React Native's has none
}

/**
 * The access token to send to an API, renewed when needed, like {@link getSession}. Where a server holds the session
 * (`@cognito-srp/client/server`) it has no signature: APIs are then called by that server.
 *
 * @throws {@link SessionError} 'No user logged in' when there is no session; {@link ServiceError};
 *   {@link NetworkError}; {@link TimeoutError} when a needed refresh fails; {@link StorageError};
 *   {@link ConfigurationError} for a client secret where there is no `crypto.subtle`; {@link ChallengeError} when a
 *   needed refresh is answered by a question for the password; the reason of `signal`.
 * @example
 * await fetch('/api/stats', { headers: { authorization: `Bearer ${await getAccessToken(client)}` } })
 */
export async function getAccessToken(client: CognitoClient, options: GetSessionOptions = {}): Promise<string> {
  const session = await sessionOr('No user logged in', client, options)
  return session.accessToken.jwt
}

/**
 * The session for an operation that needs one.
 *
 * @throws {@link SessionError} 'User is not authenticated' when there is no session; {@link ServiceError},
 *   {@link NetworkError}, {@link TimeoutError} when a needed refresh fails; {@link StorageError};
 *   {@link ConfigurationError} for a client secret where there is no `crypto.subtle`; {@link ChallengeError} when a
 *   needed refresh is answered by a question for the password; the reason of `signal`.
 */
export function authenticatedSession(client: CognitoClient, { signal }: CallOptions = {}): Promise<Session> {
  return sessionOr('User is not authenticated', client, { signal })
}

/** {@link getSession} with one message for every way of not being signed in. */
async function sessionOr(message: string, client: CognitoClient, options: GetSessionOptions): Promise<Session> {
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
