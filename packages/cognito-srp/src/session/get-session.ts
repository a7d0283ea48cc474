import { requireClient, type CognitoClient } from '../client.ts'
import { inOperation, NetworkError, SessionError } from '../errors.ts'
import { canHeal, sleep } from '../service/retry.ts'
import { isRefusedRefresh, refreshOperation } from '../service/token-requests.ts'
import { hostOf, throwIfAborted, untilAborted, type CallOptions } from '../service/transport.ts'
import { readLastAuthUser } from '../storage/token-storage.ts'
import { isFresh, refreshSession } from './refresh.ts'
import { isSessionValid, remainingSeconds, type Session } from './session.ts'
import type { Refresh } from './state.ts'
import {
  inStorageTurn,
  missingRefreshToken,
  readStoredSession,
  readUsername,
  type StoredSession,
} from './stored-session.ts'

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
 * @throws SessionError when no user is signed in or the session cannot be renewed; NetworkError at once if
 *   `navigator.onLine` is false; ServiceError when the service refuses the refresh; AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * const { username, idToken } = await getSession(client)
 * console.log(username, idToken.claims.email)
 */
export async function getSession(client: CognitoClient, options: GetSessionOptions = {}): Promise<Session> {
  requireClient(client)
  const { forceRefresh, clientMetadata, signal } = options
  throwIfAborted(signal)
  const stored = await inStorageTurn(client, () => readStoredSession(client))
  const decision = decide(client, stored, forceRefresh)
  if (decision.name === 'return') return decision.session
  if (decision.name === 'offline') return rejectOffline(client)

  const delayCapMs = decision.name === 'wait-once' ? 0 : client.refreshDelayCapMs
  const refresh = refreshSession(client, stored, { clientMetadata, delayCapMs })
  if (decision.name === 'return-and-renew') return decision.session
  const renewed = waitForRefresh(client, refresh, decision, stored.storedUsername)
  return (await untilAborted(renewed, signal)) ?? getSession(client, { clientMetadata, signal })
}

/** What {@link getSession} does; `session` is the stored session, which is still valid. */
type Decision =
  /** Fresh; or no refresh token or network could renew it now. */
  | { name: 'return'; session: Session }
  /** Inside the margin, in a page: renewed in the background. */
  | { name: 'return-and-renew'; session: Session }
  /** About to expire, in a page: the renewal gets a moment. */
  | { name: 'wait-briefly'; session: Session }
  /** Inside the margin, elsewhere. */
  | { name: 'wait-once'; session: Session }
  /** Expired, or `forceRefresh`: nothing but new tokens will do. */
  | { name: 'wait' }
  | { name: 'offline' }

/**
 * The decision for what is stored, by the clock, the network and the platform.
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
  // A server may be stopped once it has responded, and with it a renewal in the background that spent the refresh token.
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

/** The session of a refresh; undefined when the storage must be read again. */
function waitForRefresh(
  client: CognitoClient,
  refresh: Refresh,
  decision: Extract<Decision, { name: `wait${string}` }>,
  storedUsername: string,
): Promise<Session | undefined> {
  if (decision.name === 'wait') return refresh.session
  const { name, session } = decision
  /** Never the session of a user who has signed out meanwhile. */
  const stillValid = async () => {
    const isSame = (await readLastAuthUser(client)) === storedUsername
    return isSame && isSessionValid(session, client.now()) ? session : undefined
  }
  const attempt = refresh.firstAttempt.catch((error: unknown) => {
    if (!canHeal(error)) throw error
    return stillValid()
  })
  return name === 'wait-briefly' ? Promise.race([attempt, sleep(PATIENCE_MS).then(stillValid)]) : attempt
}

/**
 * The access token to send to an API, renewed when needed, like {@link getSession}. Where a server holds the session
 * (`@cognito-srp/client/server`) it has no signature: APIs are then called by that server.
 *
 * @throws SessionError 'No user logged in' when there is no session; AnyCognitoError when a needed refresh fails; the
 *   reason of `signal`.
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
 * @throws SessionError 'User is not authenticated' when there is no session; AnyCognitoError when a needed refresh
 *   fails; the reason of `signal`.
 */
export function authenticatedSession(client: CognitoClient, { signal }: CallOptions = {}): Promise<Session> {
  return sessionOr('User is not authenticated', client, { signal })
}

/** {@link getSession} with one message for every way of not being signed in. */
async function sessionOr(message: string, client: CognitoClient, options: GetSessionOptions): Promise<Session> {
  try {
    return await getSession(client, options)
  } catch (cause) {
    if (cause instanceof SessionError) throw new SessionError(message, { cause, reason: cause.reason })
    throw isRefusedRefresh(cause) ? new SessionError(message, { cause, reason: 'refused' }) : cause
  }
}

/**
 * Name of the signed-in user, or null. Makes no request; the session may have ended.
 *
 * @throws StorageError when the storage throws.
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
