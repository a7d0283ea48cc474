import { ConfigurationError, ServiceError } from '../errors.ts'
import { isTransient, sleep } from '../service/retry.ts'
import { singleFlight } from '../service/single-flight.ts'
import { buildRefresh, isRejectedRefresh, type RefreshInput } from '../service/token-requests.ts'
import type { AuthAnswer, AuthenticationResult } from '../service/wire.ts'
import {
  expiresAtMs,
  lifetimeMs,
  seal,
  toCookieSession,
  tokensKey,
  unseal,
  writeCookies,
  type CookieSession,
  type SessionServer,
} from './cookie-session.ts'
import type { ReceivedCookies } from './cookies.ts'
import { isEnded, revokeSession } from './ended.ts'
import { ask, badRequest, revokedToken } from './exchange.ts'

/** Parameters of a renewal, from the page's request or from the configuration. */
export type RenewalRequest = Pick<RefreshInput, 'flow' | 'deviceKey' | 'clientMetadata' | 'context'>

/** Result of a renewal. Contains the session, or the error if the service rejected the refresh token. */
export type Renewal = { session: CookieSession | undefined; error?: ServiceError; setCookies: readonly string[] }

/** Lifetime of a renewal's result in the `store`. Requests that still have the replaced cookies use this result. */
const RESULT_KEPT_MS = 60_000
/** Period during which a request with replaced cookies gets a retryable error, so that the client repeats the request. */
const REPEAT_REPLACED_MS = 5000
/**
 * Delays between the checks for new tokens from another process. The checks start when the service reports a reused refresh token.
 */
const REJECTION_CHECKS_MS = [100, 300, 600]

const REUSED = 'RefreshTokenReuseException'

/**
 * Renews a session. Parallel calls with the same tokens share one renewal, and so do later calls within a minute.
 *
 * @throws NetworkError, TimeoutError, SessionError, ConfigurationError, errors from the `store`, and ServiceError unless the
 *   service rejected the refresh token
 */
export async function renew(
  server: SessionServer,
  session: CookieSession,
  received: ReceivedCookies,
  request: RenewalRequest = { flow: server.client.refreshFlow },
): Promise<Renewal> {
  try {
    const key = await tokensKey(server, session)
    const renewed = await singleFlight(server.renewals, key, () => renewOnce(server, key, session, request))
    return { session: renewed, setCookies: await writeCookies(server, renewed, received) }
  } catch (error) {
    if (!isRejectedRefresh(error)) throw error
    // After a sign-out or another sign-in, the browser no longer has the cookies that this request contains.
    const isReplaced = error.code === REUSED || (await isEnded(server, session))
    return { session: undefined, error, setCookies: isReplaced ? [] : server.cookies.clear(received) }
  }
}

/**
 * Renews a session that has expired or is about to expire. If a renewal fails while the session is valid, the next request tries
 * again.
 */
export async function renewWhenDue(
  server: SessionServer,
  session: CookieSession | undefined,
  received: ReceivedCookies,
): Promise<Renewal> {
  const { client, reportFault } = server
  const leftMs = session ? expiresAtMs(session) - client.now() : Infinity
  if (!session || leftMs > client.refreshMarginSeconds * 1000) return { session, setCookies: [] }
  try {
    return await renew(server, session, received)
  } catch (error) {
    if (leftMs <= 0) throw error
    if (!isTransient(error)) reportFault(error)
    return { session, setCookies: [] }
  }
}

/**
 * Returns a session with its newest tokens, including renewed tokens that the request's cookies do not contain yet.
 *
 * @param options `joins`: also waits for a pending renewal in this process
 */
export async function latestOf(
  server: SessionServer,
  session: CookieSession,
  { joins = false }: { joins?: boolean } = {},
): Promise<CookieSession> {
  const key = await tokensKey(server, session)
  const flight = joins ? server.renewals.get(key) : undefined
  const next = (await flight?.catch(() => undefined)) ?? (await readResult(server, key))
  return next ? latestOf(server, next, { joins }) : session
}

async function renewOnce(
  server: SessionServer,
  key: string,
  session: CookieSession,
  request: RenewalRequest,
): Promise<CookieSession> {
  const known = await readResult(server, key)
  if (known) return latestOf(server, known, { joins: true })
  if (await server.store.get(storeKey('spent', key))) throw await replacedCookies(server, key)
  const deviceKey = request.deviceKey ?? session.deviceKey
  let result: AuthenticationResult
  try {
    result = await requestTokens(server, session, { ...request, deviceKey })
  } catch (error) {
    if (!isRejectedRefresh(error)) throw error
    // Treating a wrong client secret as a rejected refresh token would sign out every user, one by one.
    if (/secret/i.test(error.message))
      throw new ConfigurationError(
        'The service rejected the client secret. Check the option clientSecret of createSessionHandler.',
      )
    const other = await resultOfOther(server, key, error)
    if (other) return latestOf(server, other, { joins: true })
    throw error.code === REUSED ? await replacedCookies(server, key) : error
  }
  return keepRenewed(server, key, session, toCookieSession(server, result, { ...session, deviceKey }))
}

async function requestTokens(
  { client }: SessionServer,
  { refreshToken, username }: CookieSession,
  request: RenewalRequest,
): Promise<AuthenticationResult> {
  if (refreshToken === undefined) throw revokedToken('Refresh')
  const { operation, payload } = await buildRefresh(client, { ...request, refreshToken, username })
  const answer = await ask<AuthAnswer>(client, operation, payload)
  return answer.AuthenticationResult ?? {}
}

/**
 * Stores new tokens. The new tokens must reach the browser even if the store fails, because the service may no longer accept the
 * old refresh token. A renewal stores its tokens before it checks whether the session has ended. A sign-out records the session
 * as ended before it looks for new tokens. Therefore, if a renewal and a sign-out run at the same time, at least one of the two
 * operations detects the other.
 */
async function keepRenewed(
  server: SessionServer,
  key: string,
  old: CookieSession,
  renewed: CookieSession,
): Promise<CookieSession> {
  const { store, reportFault } = server
  const sealed = await seal(server, renewed, resultPlace(key))
  const isSame = (await tokensKey(server, renewed)) === key // such a result would refer to itself
  try {
    if (!isSame) await store.set(storeKey('refreshed', key), sealed, { ttlMs: RESULT_KEPT_MS })
    const isRotated = old.refreshToken !== renewed.refreshToken
    if (isRotated) await store.set(storeKey('spent', key), '1', { ttlMs: lifetimeMs(renewed) })
    if (!(await isEnded(server, renewed))) return renewed
  } catch (fault) {
    reportFault(fault)
    return renewed
  }
  await revokeSession(server, renewed).catch(reportFault)
  throw revokedToken('Refresh')
}

async function readResult(server: SessionServer, key: string): Promise<CookieSession | undefined> {
  return unseal(server, await server.store.get(storeKey('refreshed', key)), resultPlace(key))
}

/** Returns the session that another process stored after it used the same refresh token. */
async function resultOfOther(
  server: SessionServer,
  key: string,
  { code }: ServiceError,
): Promise<CookieSession | undefined> {
  for (const delayMs of code === REUSED ? [0, ...REJECTION_CHECKS_MS] : [0]) {
    if (delayMs > 0) await sleep(delayMs)
    const result = await readResult(server, key)
    if (result) return result
  }
  return undefined
}

/**
 * Creates the error for a request whose cookies were replaced so long ago that the result of the renewal is no longer stored. At
 * first, the error is retryable, so the client repeats the request, and the browser then sends the newer cookies. If the same
 * cookies still arrive after `REPEAT_REPLACED_MS`, the error is no longer retryable, because the browser did not receive the
 * response with the newer cookies. The response never removes the cookies, because the browser's current cookies may belong to a
 * newer session.
 */
async function replacedCookies({ client, store }: SessionServer, key: string): Promise<ServiceError> {
  const since = Number((await store.get(storeKey('late', key))) ?? client.now())
  if (client.now() - since >= REPEAT_REPLACED_MS) return badRequest(REUSED, 'Refresh token has already been used.')
  await store.set(storeKey('late', key), String(since), { ttlMs: RESULT_KEPT_MS })
  const facts = { code: 'ReplacedSessionException', statusCode: 503, retryable: true, retryAfterMs: 1000 }
  return new ServiceError('The cookies of this request have been replaced. Send the request again.', facts)
}

function resultPlace(key: string): readonly string[] {
  return ['refreshed', key]
}

function storeKey(kind: 'refreshed' | 'spent' | 'late', key: string): string {
  return `cognito-srp.${kind}.${key}`
}
