import { requireClient, type CognitoClient } from '../client.ts'
import { inOperation, NetworkError, SessionError } from '../errors.ts'
import { isTransient, sleep } from '../service/retry.ts'
import { isRejectedRefresh, refreshOperation } from '../service/token-requests.ts'
import { hostOf, throwIfAborted, untilAborted, type CallOptions } from '../service/transport.ts'
import { readLastAuthUser } from '../storage/token-storage.ts'
import { isFresh, refreshSession } from './refresh.ts'
import { isSessionValid, remainingSeconds, type Session } from './session.ts'
import type { Refresh } from './state.ts'
import {
  inStorageQueue,
  missingRefreshToken,
  readStoredSession,
  readUsername,
  type StoredSession,
} from './stored-session.ts'

/** Options of {@link getSession}. */
export type GetSessionOptions = CallOptions & {
  /** Renews the tokens even if they are still valid, for example after attributes have changed. */
  forceRefresh?: boolean | undefined
  /**
   * Metadata for the pool's triggers, sent if this call itself renews the tokens. The default is the client's `clientMetadata`.
   */
  clientMetadata?: Record<string, string> | undefined
}

/** Minimum remaining lifetime of a session that a page returns immediately while the renewal runs in the background. */
const ENOUGH_LEFT_SECONDS = 10
/** Time for which a page waits for the renewal of a session with less than {@link ENOUGH_LEFT_SECONDS} left. */
const PATIENCE_MS = 250

/**
 * Returns the session of the signed-in user and renews it if it has expired or is about to expire. Parallel calls share one
 * refresh, across all tabs if the platform has Web Locks. An abort ends the caller's wait but does not stop the refresh.
 *
 * Unless `forceRefresh` is set, a call with a valid session does not wait for retries. In a page, a session that is about to
 * expire is renewed in the background, and the function returns immediately, or after at most a quarter of a second if less than
 * ten seconds are left. In other environments the function waits for one attempt, because a server may stop after its response.
 * If there is no connection, the tokens stay stored, and a session that is still valid is returned unless `forceRefresh` is set.
 * If the service rejects the refresh token, tokens and user data are removed.
 *
 * @throws SessionError when no user is signed in or the session cannot be renewed; NetworkError immediately when new tokens are
 *   needed and `navigator.onLine` is false; ServiceError when the service rejects the refresh; AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * const { username, idToken } = await getSession(client)
 * console.log(username, idToken.claims.email)
 */
export async function getSession(client: CognitoClient, options: GetSessionOptions = {}): Promise<Session> {
  requireClient(client)
  const { forceRefresh, clientMetadata, signal } = options
  throwIfAborted(signal)
  const stored = await inStorageQueue(client, () => readStoredSession(client))
  const decision = decide(client, stored, forceRefresh)
  if (decision.name === 'return') return decision.session
  if (decision.name === 'offline') return rejectOffline(client)

  const delayCapMs = decision.name === 'wait-once' ? 0 : client.refreshDelayCapMs
  const refresh = refreshSession(client, stored, { clientMetadata, delayCapMs })
  if (decision.name === 'return-and-renew') return decision.session
  const renewed = waitForRefresh(client, refresh, decision, stored.storedUsername)
  return (await untilAborted(renewed, signal)) ?? getSession(client, { clientMetadata, signal })
}

/** Next step of {@link getSession}. `session` is the stored session, which is still valid. */
type Decision =
  /** The session is fresh, or cannot be renewed now because there is no refresh token or no network. */
  | { name: 'return'; session: Session }
  /** In a page, a session within the refresh margin is renewed in the background. */
  | { name: 'return-and-renew'; session: Session }
  /** In a page, the call waits briefly for the renewal if the session expires within seconds. */
  | { name: 'wait-briefly'; session: Session }
  /** Outside a page, the call waits for one attempt if the session is within the refresh margin. */
  | { name: 'wait-once'; session: Session }
  /** The call waits for new tokens if the session has expired or `forceRefresh` is set. */
  | { name: 'wait' }
  | { name: 'offline' }

/**
 * Chooses the next step from the stored session, the clock, the network and the platform.
 *
 * @throws SessionError when new tokens are needed and no refresh token is stored.
 */
function decide(client: CognitoClient, { session, refreshToken }: StoredSession, isForced = false): Decision {
  if (!isForced && isFresh(client, session)) return { name: 'return', session }
  if (isForced || !session || !isSessionValid(session, client.now())) {
    if (!refreshToken) throw missingRefreshToken()
    return { name: isOffline() ? 'offline' : 'wait' }
  }
  if (!refreshToken || isOffline()) return { name: 'return', session }
  // A server may stop after its response, and then a background renewal could lose the new refresh token.
  if (typeof document === 'undefined') return { name: 'wait-once', session }
  const hasEnough = remainingSeconds(session, client.now()) >= ENOUGH_LEFT_SECONDS
  return { name: hasEnough ? 'return-and-renew' : 'wait-briefly', session }
}

function isOffline(): boolean {
  return (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false // React Native's has none
}

function rejectOffline({ refreshFlow, endpoint }: CognitoClient): Promise<never> {
  return inOperation(refreshOperation(refreshFlow), async () => {
    throw new NetworkError(new Error('The browser is offline.'), hostOf(endpoint))
  })
}

/** Returns the session that the call should return; undefined if the storage must be read again. */
function waitForRefresh(
  client: CognitoClient,
  refresh: Refresh,
  decision: Extract<Decision, { name: `wait${string}` }>,
  storedUsername: string,
): Promise<Session | undefined> {
  if (decision.name === 'wait') return refresh.session
  const { name, session } = decision
  /** Returns the session if it is still valid and its user is still the current user. */
  const stillValid = async () => {
    const isSame = (await readLastAuthUser(client)) === storedUsername
    return isSame && isSessionValid(session, client.now()) ? session : undefined
  }
  const attempt = refresh.firstAttempt.catch((error: unknown) => {
    if (!isTransient(error)) throw error
    return stillValid()
  })
  return name === 'wait-briefly' ? Promise.race([attempt, sleep(PATIENCE_MS).then(stillValid)]) : attempt
}

/**
 * Returns the access token for an API, renewed if needed, like {@link getSession}. If a server keeps the session
 * (`@cognito-srp/client/server`), the token has no signature, so only that server can call APIs that verify tokens.
 *
 * @throws SessionError 'No user logged in' when there is no session; AnyCognitoError when a token refresh fails; the reason of
 *   `signal`.
 * @example
 * await fetch('/api/stats', { headers: { authorization: `Bearer ${await getAccessToken(client)}` } })
 */
export async function getAccessToken(client: CognitoClient, options: GetSessionOptions = {}): Promise<string> {
  const session = await sessionOr('No user logged in', client, options)
  return session.accessToken.jwt
}

/**
 * Returns the session for an operation that needs one.
 *
 * @throws SessionError 'User is not authenticated' when there is no session; AnyCognitoError when a token refresh fails; the
 *   reason of `signal`.
 */
export function authenticatedSession(client: CognitoClient, { signal }: CallOptions = {}): Promise<Session> {
  return sessionOr('User is not authenticated', client, { signal })
}

/** Like {@link getSession}, but with one message for every reason why there is no session. */
async function sessionOr(message: string, client: CognitoClient, options: GetSessionOptions): Promise<Session> {
  try {
    return await getSession(client, options)
  } catch (cause) {
    if (cause instanceof SessionError) throw new SessionError(message, { cause, reason: cause.reason })
    throw isRejectedRefresh(cause) ? new SessionError(message, { cause, reason: 'refused' }) : cause
  }
}

/**
 * Returns the name of the signed-in user, or null. Sends no request, so the session may have ended.
 *
 * @throws ConfigurationError when the first argument is not a client; StorageError when the storage throws.
 * @example
 * const username = await currentUsername(client)
 * console.log(username === null ? 'No user is signed in.' : `Hello, ${username}`)
 */
export async function currentUsername(client: CognitoClient): Promise<string | null> {
  requireClient(client)
  return inStorageQueue(client, async () => {
    const storedUsername = await readLastAuthUser(client)
    if (!storedUsername) return null
    return readUsername(client, storedUsername)
  })
}
