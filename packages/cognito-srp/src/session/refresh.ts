import { REFRESH_TIMEOUT_MS, type CognitoClient, type Refresh } from '../client.ts'
import { inOperation, ServiceError } from '../errors.ts'
import { assertFlowHas } from '../service/flows.ts'
import { retry, sleep } from '../service/retry.ts'
import { callService, type CallOptions, type Fetch } from '../service/transport.ts'
import { contextFields, secretHash, type AuthAnswer, firstText } from '../service/wire.ts'
import { readItem, readLastAuthUser } from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { openSession, remainingSeconds, type Session } from './session.ts'
import {
  assertRefreshToken,
  heldAccessToken,
  ignoreSessionError,
  inStorageTurn,
  readStoredSession,
  removeSession,
  writeTokens,
  type StoredSession,
} from './stored-session.ts'

/** A tab that another one may have forestalled waits for what that one may be about to write. */
const REFUSAL_CHECK_MS = 1000

/** Codes by which the service refuses a refresh token for good. */
const REFRESH_REFUSAL =
  /^(NotAuthorized|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse)Exception$/

/** Whether a session can be handed out without a refresh. */
export function isFresh(client: CognitoClient, session: Session | undefined): session is Session {
  return session !== undefined && remainingSeconds(session, client.now()) > client.refreshMarginSeconds
}

/** Whether the service refused a refresh token for good, so that only a new sign-in helps. */
export function isRefusedRefresh(error: unknown): error is ServiceError {
  return error instanceof ServiceError && REFRESH_REFUSAL.test(error.code)
}

/** What a call asks of the refresh that it starts or joins. */
export type RefreshNeeds = {
  clientMetadata?: Record<string, string> | undefined
  /** Longest wait between two attempts; 0 for one attempt. */
  delayCapMs: number
}

/**
 * Renews the session that was read as `seen`, joining a refresh that already runs, with its metadata.
 *
 * Its promises reject with what the last request failed with. A refusal by the service has then removed the tokens.
 */
export function refreshSession(
  client: CognitoClient,
  seen: StoredSession,
  { clientMetadata, delayCapMs }: RefreshNeeds,
): Refresh {
  const { refreshes, generation } = client.state
  const running = refreshes.get(seen.storedUsername)
  if (running && !isOvertaken(client, running)) {
    running.delayCapMs = Math.max(running.delayCapMs, delayCapMs)
    return running
  }
  const refresh = { generation, delayCapMs, lockTimeoutMs: client.lockTimeoutMs } as Refresh
  refresh.session = retry(
    () => (refresh.attempt = refreshOnce(client, seen, refresh, clientMetadata)),
    refresh,
  ).finally(() => {
    if (refreshes.get(seen.storedUsername) === refresh) refreshes.delete(seen.storedUsername)
  })
  refreshes.set(seen.storedUsername, refresh)
  refresh.session.catch(() => undefined) // told by those who wait for it; behind a valid session nobody does
  return refresh
}

/** Another tab may have refreshed, signed in or signed out since the storage was read. */
function refreshOnce(
  client: CognitoClient,
  seen: StoredSession,
  refresh: Refresh,
  clientMetadata: RefreshNeeds['clientMetadata'],
): Promise<Session | undefined> {
  const askedMs = client.now()
  return inTurnOfTabs(client, seen.storedUsername, refresh, async (isLocked) => {
    // One of many keeps what is renewed also when somebody else is in use by then: the old refresh token may be spent.
    const name = client.accounts === 'many' ? seen.storedUsername : undefined
    const stored = await inStorageTurn(client, () => readStoredSession(client, name).catch(ignoreSessionError))
    if (stored?.storedUsername !== seen.storedUsername) return undefined
    if (isRenewed(stored, seen) && isFresh(client, stored.session)) return stored.session
    try {
      const session = await requestTokens(client, stored, { clientMetadata })
      return await ifStillStored(client, refresh, stored, () => keepRefreshed(client, stored, session))
    } catch (error) {
      if (!isRefusedRefresh(error)) throw error
      // Somebody used the token before, or may have gone on without the lock after this long: what they got may be about
      // to be written, or to be seen here.
      const isReused = error.code === 'RefreshTokenReuseException'
      if (isReused || !isLocked || client.now() - askedMs >= client.lockTimeoutMs) await sleep(REFUSAL_CHECK_MS)
      return ifStillStored(client, refresh, stored, () => removeRefused(client, stored, error))
    }
  })
}

/**
 * Does `work` while no other tab refreshes the same session; without the lock where there is none, where it fails, and
 * where it does not come in time: a tab that the browser has frozen may hold it for ever.
 */
async function inTurnOfTabs<T>(
  { clientId, lock, storage }: CognitoClient,
  storedUsername: string,
  refresh: Refresh,
  work: (isLocked: boolean) => Promise<T>,
): Promise<T> {
  if (storage.isShared === false) return work(true)
  let working: Promise<T> | undefined
  const locking = (async () => lock(`cognito-srp.${clientId}.${storedUsername}`, () => (working ??= work(true))))()
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, refresh.lockTimeoutMs)
  })
  // What `work` fails with is thrown below; a lock that fails is done without.
  await Promise.race([locking.catch(() => undefined), patience])
  clearTimeout(timer)
  if (!working) refresh.lockTimeoutMs = 0
  return (working ??= work(false))
}

/** Stands for the network where the browser knows that there is none. */
export const offline: Fetch = () => Promise.reject(new Error('The browser is offline.'))

/**
 * Asks the service for new tokens, once. Stores nothing.
 *
 * @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError}; {@link SessionError} when no refresh token is
 *   stored or the answer lacks a token; {@link ChallengeError} when it asks for a password; {@link StorageError};
 *   {@link ConfigurationError}; the reason of `signal`.
 */
export function requestTokens(
  client: CognitoClient,
  stored: StoredSession,
  { clientMetadata = client.clientMetadata?.(), signal }: CallOptions & Pick<RefreshNeeds, 'clientMetadata'> = {},
): Promise<Session> {
  const { clientId, clientSecret, refreshFlow } = client
  const { storedUsername, username, refreshToken } = stored
  assertRefreshToken(stored)
  const operation = refreshFlow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : refreshFlow
  return inOperation(operation, async () => {
    const deviceKey = (await readItem(client, storedUsername, 'deviceKey')) ?? undefined
    const payload =
      refreshFlow === 'REFRESH_TOKEN_AUTH'
        ? {
            AuthFlow: refreshFlow,
            AuthParameters: {
              REFRESH_TOKEN: refreshToken,
              DEVICE_KEY: deviceKey,
              SECRET_HASH: await secretHash(client, username),
            },
            ...contextFields(client, username),
          }
        : { ClientSecret: clientSecret, RefreshToken: refreshToken, DeviceKey: deviceKey }
    const answer = await callService<AuthAnswer>(
      { ...client, timeoutMs: Math.min(client.timeoutMs, REFRESH_TIMEOUT_MS) },
      operation,
      { ClientId: clientId, ...payload, ClientMetadata: clientMetadata, AccessToken: heldAccessToken(stored) },
      { signal },
    )
    assertFlowHas(firstText(answer.ChallengeName))
    return openSession(client, answer.AuthenticationResult ?? {}, stored)
  })
}

/** Where a server holds the refresh token, the one that is stored is always the same. */
function isRenewed(stored: StoredSession | undefined, seen: StoredSession): boolean {
  return stored?.session?.accessToken.jwt !== seen.session?.accessToken.jwt
}

/** Whether somebody signed in or out here since; where many are signed in, that may have been another one of them. */
function isOvertaken({ accounts, state }: CognitoClient, { generation }: Refresh): boolean {
  return accounts === 'one' && state.generation !== generation
}

/** Changes the stored session in a storage turn, unless somebody signed in, signed out or refreshed since `sent`. */
function ifStillStored(
  client: CognitoClient,
  refresh: Refresh,
  sent: StoredSession,
  change: () => Promise<Session>,
): Promise<Session | undefined> {
  return inStorageTurn(client, async () => {
    if (isOvertaken(client, refresh)) return undefined
    const isInUse = (await readLastAuthUser(client)) === sent.storedUsername
    if (!isInUse && client.accounts === 'one') return undefined // another tab is about to remove the rest
    const stored = await readStoredSession(client, sent.storedUsername).catch(ignoreSessionError)
    if (stored?.refreshToken !== sent.refreshToken || isRenewed(stored, sent)) return undefined
    if (isInUse) return change()
    await change().catch(() => undefined) // told to nobody: whoever asked reads the session that is in use now
    return undefined
  })
}

async function keepRefreshed(client: CognitoClient, sent: StoredSession, session: Session): Promise<Session> {
  await writeTokens(client, sent.storedUsername, session)
  emit(client, { type: 'refreshed', username: session.username })
  return session
}

async function removeRefused(client: CognitoClient, sent: StoredSession, refusal: ServiceError): Promise<never> {
  client.state.generation += 1
  await removeSession(client, sent.storedUsername)
  emit(client, { type: 'signedOut', username: sent.username, reason: 'refused' })
  throw refusal
}
