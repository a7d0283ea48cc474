import type { CognitoClient } from '../client.ts'
import { inOperation, type ServiceError } from '../errors.ts'
import { assertFlowHas } from '../service/flows.ts'
import { retry, sleep } from '../service/retry.ts'
import { singleFlight } from '../service/single-flight.ts'
import { buildRefresh, isRejectedRefresh, refreshOperation, refreshTimeoutMs } from '../service/token-requests.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import { firstText, type AuthAnswer } from '../service/wire.ts'
import { readItem, readLastAuthUser } from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { openSession, remainingSeconds, type Session } from './session.ts'
import { startGeneration, type Refresh } from './state.ts'
import {
  ignoreSessionError,
  inStorageQueue,
  missingRefreshToken,
  readStoredSession,
  removeSession,
  writeTokens,
  type StoredSession,
} from './stored-session.ts'
import { withTabLock } from './tab-lock.ts'

/** Time for which a tab waits for the new tokens of another tab, which may have used the refresh token first. */
const REJECTION_CHECK_MS = 1000

/** Whether a session can be returned without a refresh. */
export function isFresh(client: CognitoClient, session: Session | undefined): session is Session {
  return session !== undefined && remainingSeconds(session, client.now()) > client.refreshMarginSeconds
}

/** Parameters of a call that starts or joins a refresh. */
export type RefreshNeeds = {
  clientMetadata?: Record<string, string> | undefined
  /** Longest delay between two attempts, in milliseconds; 0 allows only one attempt. */
  delayCapMs: number
}

/**
 * Renews the session that was read as `seen`. If a refresh of the session is pending, joins that refresh, which uses its own
 * metadata.
 *
 * The returned `session` rejects with the error of the last attempt. If the service has rejected the refresh token, the tokens
 * are removed first.
 */
export function refreshSession(
  client: CognitoClient,
  seen: StoredSession,
  { clientMetadata, delayCapMs }: RefreshNeeds,
): Refresh {
  const { accounts, lockTimeoutMs, state } = client
  const { generation, refreshes } = state
  const start = (): Refresh => {
    const limits = { delayCapMs, lockTimeoutMs }
    const attempt = () => refreshOnce(client, seen, generation, limits, clientMetadata)
    const firstAttempt = attempt()
    return { limits, firstAttempt, session: retry((n) => (n === 0 ? firstAttempt : attempt()), limits) }
  }
  // With `accounts: 'one'`, a sign-in or sign-out makes a pending refresh outdated. With `accounts: 'many'`, the sign-in or
  // sign-out may concern another user.
  const key = accounts === 'many' ? seen.storedUsername : `${generation}.${seen.storedUsername}`
  const refresh = singleFlight(refreshes, key, start, ({ session }) => session)
  refresh.limits.delayCapMs = Math.max(refresh.limits.delayCapMs, delayCapMs)
  return refresh
}

/**
 * Makes one attempt. Reads the storage again under the lock, because another tab may have refreshed, signed in or signed out
 * meanwhile.
 */
function refreshOnce(
  client: CognitoClient,
  seen: StoredSession,
  generation: number,
  limits: Refresh['limits'],
  clientMetadata: RefreshNeeds['clientMetadata'],
): Promise<Session | undefined> {
  const startedMs = client.now()
  return withTabLock(client, seen.storedUsername, limits, async (isLocked) => {
    // With `accounts: 'many'`, new tokens are stored even for a user who is no longer current, because the old refresh token may
    // be spent.
    const name = client.accounts === 'many' ? seen.storedUsername : undefined
    const stored = await inStorageQueue(client, () => readStoredSession(client, name).catch(ignoreSessionError))
    if (stored?.storedUsername !== seen.storedUsername) return undefined
    if (isRenewed(stored, seen) && isFresh(client, stored.session)) return stored.session
    try {
      const session = await requestTokens(client, stored, { clientMetadata })
      return await ifStillStored(client, generation, stored, () => keepRefreshed(client, stored, session))
    } catch (error) {
      if (!isRejectedRefresh(error)) throw error
      // Another tab may have used the refresh token first, without the lock or while this tab was frozen. The new tokens of that
      // tab may reach the storage a moment later.
      const isReused = error.code === 'RefreshTokenReuseException'
      const wasFrozen = client.now() - startedMs >= client.lockTimeoutMs
      if (isReused || !isLocked || wasFrozen) await sleep(REJECTION_CHECK_MS)
      return ifStillStored(client, generation, stored, () => removeRejected(client, stored, error))
    }
  })
}

/**
 * Requests new tokens once. Stores nothing.
 *
 * @throws SessionError when no refresh token is stored, or the response lacks a token or contains tokens of another user, app
 *   client or user pool; ChallengeError when the service requests a password; AnyCognitoError; the reason of `signal`.
 */
export function requestTokens(
  client: CognitoClient,
  stored: StoredSession,
  { clientMetadata = client.clientMetadata?.(), signal }: CallOptions & Pick<RefreshNeeds, 'clientMetadata'> = {},
): Promise<Session> {
  const { refreshFlow: flow } = client
  const { storedUsername, username, refreshToken, session } = stored
  if (!refreshToken) throw missingRefreshToken()
  return inOperation(refreshOperation(flow), async () => {
    const { operation, payload } = await buildRefresh(client, {
      flow,
      refreshToken,
      accessToken: session?.accessToken.jwt,
      username,
      deviceKey: (await readItem(client, storedUsername, 'deviceKey')) ?? undefined,
      clientMetadata,
    })
    const service = { ...client, timeoutMs: refreshTimeoutMs(client.timeoutMs) }
    const answer = await callService<AuthAnswer>(service, operation, payload, { signal })
    assertFlowHas(firstText(answer.ChallengeName))
    return openSession(client, answer.AuthenticationResult ?? {}, {
      username,
      refreshToken,
      sub: session?.idToken.claims.sub,
    })
  })
}

/**
 * Whether the tokens have been replaced. Compares the access tokens, because the stored refresh token never changes if a server
 * keeps the session.
 */
function isRenewed(stored: StoredSession | undefined, seen: StoredSession): boolean {
  return stored?.session?.accessToken.jwt !== seen.session?.accessToken.jwt
}

/** Changes the stored session, unless a sign-in, a sign-out or another refresh has replaced or removed the tokens in `sent`. */
function ifStillStored(
  client: CognitoClient,
  generation: number,
  sent: StoredSession,
  change: () => Promise<Session>,
): Promise<Session | undefined> {
  return inStorageQueue(client, async () => {
    const isOne = client.accounts === 'one' // with 'many', a sign-in or sign-out may concern another user
    if (isOne && client.state.generation !== generation) return undefined
    const isInUse = (await readLastAuthUser(client)) === sent.storedUsername
    if (isOne && !isInUse) return undefined // another tab is about to remove the rest
    const stored = await readStoredSession(client, sent.storedUsername).catch(ignoreSessionError)
    if (stored?.refreshToken !== sent.refreshToken || isRenewed(stored, sent)) return undefined
    if (isInUse) return change()
    await change().catch(() => undefined) // the callers read the session of the current user
    return undefined
  })
}

async function keepRefreshed(client: CognitoClient, sent: StoredSession, session: Session): Promise<Session> {
  await writeTokens(client, sent.storedUsername, session)
  emit(client, { type: 'refreshed', username: session.username })
  return session
}

async function removeRejected(client: CognitoClient, sent: StoredSession, refusal: ServiceError): Promise<never> {
  startGeneration(client)
  await removeSession(client, sent.storedUsername)
  emit(client, { type: 'signedOut', username: sent.username, reason: 'refused' })
  throw refusal
}
