import { ConfigurationError, ServiceError } from '../errors.ts'
import { canHeal, sleep } from '../service/retry.ts'
import { secretHash, type AuthAnswer, type AuthenticationResult } from '../service/wire.ts'
import { isRefusedRefresh } from '../session/refresh.ts'
import { openSession, type Token } from '../session/session.ts'
import type { Settings } from './config.ts'
import { createCookies, type ReceivedCookies } from './cookies.ts'
import { ask } from './operations.ts'
import { createSeal, hashOf, randomId } from './seal.ts'

/** A signed-in user, for the server's own use. The tokens are whole: an API takes them, a page must not see them. */
export type ServerSession = {
  /** The user name of the access token. */
  username: string
  idToken: Token
  accessToken: Token
  /** When the first of the two tokens ends, in milliseconds since 1970. */
  expiresAtMs: number
  /**
   * Whether it has ended by this server's clock. It then proves nothing, as it may be one that was signed out, until it is
   * renewed where cookies can be written.
   */
  isExpired: boolean
}

/** Whatever has the headers of a request: a `Request`, or `{ headers }`. */
export type HeaderSource = { headers: { get(name: string): string | null } }

/** What {@link SessionHandler.renewSession} gives. */
export type RenewedSession = {
  session: ServerSession | null
  /** `Set-Cookie` headers for the answer; none when nothing changed. */
  setCookies: string[]
  /** The `Cookie` header for whatever handles the request next, which reads the renewed session of it. */
  cookie: string
}

/** What the cookies hold. */
export type Held = {
  /** Of the sign-in; the same after each renewal. */
  id: string
  username: string
  idToken: Token
  accessToken: Token
  refreshToken: string | undefined
  /** Of a remembered device, which renewals have to name. */
  deviceKey: string | undefined
}

/** What a request brings: its cookies and the session that they hold, unless it has been ended. */
export type Found = { received: ReceivedCookies; held: Held | undefined }

/** How a renewal is asked of the service; where no page asks for it, as the configuration says. */
export type RefreshRequest = {
  operation: 'GetTokensFromRefreshToken' | 'InitiateAuth'
  /** The device that the page is; default the one that signed in. */
  deviceKey?: string | undefined
  /** More fields of the request, as the page sent them. */
  fields?: object | undefined
}

/** What a renewal leads to: the session, or why there is none any more. */
export type Renewal = { held: Held | undefined; refusal?: ServiceError; setCookies: readonly string[] }

/** The state of sessions: in cookies, and in the store what cookies cannot tell. */
export type Sessions = {
  /** @param options `evenEnded`: a session that has been ended as well, without a question to the store */
  find(source: HeaderSource, options?: { evenEnded?: boolean }): Promise<Found>
  /** The newest that is known of a session: the result of a refresh that the cookies do not have yet. */
  latest(held: Held): Promise<Held>
  /**
   * Renews a session. Calls for the same tokens, at the same time or up to a minute later, get the result of one request.
   *
   * @throws {@link ServiceError} (but no refusal of the refresh token), {@link NetworkError}, {@link TimeoutError},
   *   {@link SessionError}, {@link ConfigurationError}
   */
  renew(held: Held, received: ReceivedCookies, request?: RefreshRequest): Promise<Renewal>
  /** {@link Sessions.renew} for a session that has ended or is about to; while it is valid, failures wait for the next. */
  renewWhenDue(held: Held | undefined, received: ReceivedCookies): Promise<Renewal>
  /** The session that an answer of the service opens. @throws {@link SessionError} when it lacks a token. */
  open(result: AuthenticationResult, from?: Partial<Held>): Held
  /** `Set-Cookie` headers. @throws {@link ConfigurationError} when the tokens are too large. */
  write(held: Held, received: ReceivedCookies): Promise<string[]>
  clear(received: ReceivedCookies): string[]
  apply(source: HeaderSource, setCookies: readonly string[]): string
  /**
   * Remembers that a session was ended: as long as its access tokens would live, or where its refresh token could not be
   * revoked as long as browsers would have kept the cookies.
   */
  markEnded(held: Held, options?: { isRevoked: boolean }): Promise<void>
  revoke(held: Held): Promise<void>
}

/** Late requests get the result of the refresh that they missed for so long. */
const RESULT_KEPT_MS = 60_000
/** For so long a request with replaced cookies is told to come again; the client does so several times. */
const COMES_AGAIN_MS = 5000
/** Another process may be about to keep what it got with the token that was refused here. */
const REFUSAL_CHECKS_MS = [100, 300, 600]
/** A session renewed more often than this within a minute is not followed further. */
const MAX_RENEWALS_FOLLOWED = 100

const MS_PER_SECOND = 1000
/** The longest that an access token of the service can live. */
const DEFAULT_LIFETIME_SECONDS = 24 * 3600

/** When the token ends that ends first, by the clock of whoever looks. */
export function expiresAtMs({ idToken, accessToken }: Held): number {
  return Math.min(idToken.claims.exp, accessToken.claims.exp) * MS_PER_SECOND
}

/** A refusal by this server, as the service words its own. */
export function refusalOf(code: string, message: string): ServiceError {
  return new ServiceError(message, { code, statusCode: 400, retryable: false })
}

/** The refusal of a session that was ended, in the service's words. */
export function revoked(token: 'Access' | 'Refresh'): ServiceError {
  return refusalOf('NotAuthorizedException', `${token} Token has been revoked`)
}

export function createSessions({ client, secrets, store, cookie, reportFault }: Settings): Sessions {
  const seal = createSeal(secrets)
  const cookies = createCookies(cookie)
  const flights = new Map<string, Promise<Held>>()
  const placeOf = (...place: string[]) => JSON.stringify([...place, client.userPoolId, client.clientId])
  const cookiePlace = placeOf('cookie', cookie.name)
  const ownRequest: RefreshRequest = {
    operation: client.refreshFlow === 'REFRESH_TOKEN_AUTH' ? 'InitiateAuth' : client.refreshFlow,
  }

  /** The tokens themselves, since a refresh without rotation leaves the refresh token as it is. */
  const keyOf = ({ refreshToken, accessToken }: Held) => hashOf(placeOf(refreshToken ?? '', accessToken.jwt))

  const pack = ({ id, idToken, accessToken, refreshToken, deviceKey }: Held, place: string) =>
    seal.seal(JSON.stringify({ id, i: idToken.jwt, a: accessToken.jwt, r: refreshToken, d: deviceKey }), place)

  async function unpack(sealed: string | null | undefined, place: string): Promise<Held | undefined> {
    const text = sealed ? await seal.open(sealed, place) : undefined
    if (text === undefined) return undefined
    try {
      const { id, i: IdToken, a: AccessToken, r: refreshToken, d: deviceKey } = JSON.parse(text)
      return open({ IdToken, AccessToken }, { id, refreshToken, deviceKey })
    } catch {
      return undefined // of another version
    }
  }

  function open(result: AuthenticationResult, from: Partial<Held> = {}): Held {
    const { id = randomId(), username: knownName = '', refreshToken: knownToken, deviceKey } = from
    const session = from.idToken && { idToken: from.idToken }
    const fallback = { username: knownName, refreshToken: knownToken, session }
    const { username, idToken, accessToken, refreshToken } = openSession(client, result, fallback)
    return { id, username, idToken, accessToken, refreshToken, deviceKey }
  }

  const readResult = async (key: string) => unpack(await store.get(name('refreshed', key)), placeOf('refreshed', key))
  const isEnded = async ({ id }: Held) => Boolean(await store.get(name('ended', id)))
  const mark = async (kind: string, key: string, ttlMs: number): Promise<void> => {
    await store.set(name(kind, key), '1', { ttlMs })
  }

  /** @param joins whether to wait for a renewal that this process is about to get */
  async function latest(held: Held, { joins = false } = {}): Promise<Held> {
    let newest = held
    for (let renewals = 0; renewals < MAX_RENEWALS_FOLLOWED; renewals += 1) {
      const key = await keyOf(newest)
      const flight = joins ? flights.get(key) : undefined
      const next = (await flight?.catch(() => undefined)) ?? (await readResult(key))
      if (!next) break
      newest = next
    }
    return newest
  }

  async function renewOnce(key: string, held: Held, request: RefreshRequest): Promise<Held> {
    const known = await readResult(key)
    if (known) return latest(known, { joins: true })
    if (await store.get(name('spent', key))) throw await replaced(key)
    const deviceKey = request.deviceKey ?? held.deviceKey
    let result: AuthenticationResult
    try {
      result = await requestTokens(held, { ...request, deviceKey })
    } catch (error) {
      if (!isRefusedRefresh(error)) throw error
      // Everybody would be signed out one by one for what is no fault of theirs.
      if (/secret/i.test(error.message)) throw new ConfigurationError('The service refuses the client secret.')
      const other = await resultOfOther(key, error)
      if (other) return latest(other, { joins: true })
      throw error.code === REUSED ? await replaced(key) : error
    }
    return keepRenewed(key, held, open(result, { ...held, deviceKey }))
  }

  async function requestTokens(
    held: Held,
    { operation, deviceKey, fields }: RefreshRequest,
  ): Promise<AuthenticationResult> {
    const { refreshToken, username } = held
    if (refreshToken === undefined) throw revoked('Refresh')
    const { clientId, clientSecret } = client
    const AuthParameters = {
      REFRESH_TOKEN: refreshToken,
      DEVICE_KEY: deviceKey,
      SECRET_HASH: await secretHash(client, username),
    }
    const payload =
      operation === 'InitiateAuth'
        ? { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }
        : { ClientSecret: clientSecret, RefreshToken: refreshToken, DeviceKey: deviceKey }
    const answer = await ask<AuthAnswer>(client, operation, { ...fields, ClientId: clientId, ...payload })
    return answer.AuthenticationResult ?? {}
  }

  /**
   * New tokens must reach the page whatever becomes of the store: the old refresh token may be spent. They are kept before
   * it is looked whether the session was ended, as who ends it looks for them after that is remembered: one sees the other.
   */
  async function keepRenewed(key: string, old: Held, renewed: Held): Promise<Held> {
    const sealed = await pack(renewed, placeOf('refreshed', key))
    try {
      await store.set(name('refreshed', key), sealed, { ttlMs: RESULT_KEPT_MS })
      if (old.refreshToken !== renewed.refreshToken) await mark('spent', key, lifetimeMs(renewed))
      if (!(await isEnded(renewed))) return renewed
    } catch (fault) {
      reportFault(fault)
      return renewed
    }
    await revoke(renewed).catch(reportFault)
    throw revoked('Refresh')
  }

  /** Another process may have used the token at the same time. */
  async function resultOfOther(key: string, { code }: ServiceError): Promise<Held | undefined> {
    for (const delayMs of code === REUSED ? [0, ...REFUSAL_CHECKS_MS] : [0]) {
      if (delayMs > 0) await sleep(delayMs)
      const result = await readResult(key)
      if (result) return result
    }
    return undefined
  }

  /**
   * Of a request that was under way when its cookies were replaced, so long ago that the result is no longer kept. It is
   * told to come again: the browser then sends the newer cookies. Where the same ones still come after some seconds there
   * are no newer, since an answer was lost. Neither way are cookies removed: they may be those of the newer session.
   */
  async function replaced(key: string): Promise<ServiceError> {
    const since = Number((await store.get(name('late', key))) ?? client.now())
    if (client.now() - since >= COMES_AGAIN_MS) return refusalOf(REUSED, 'Refresh token has already been used.')
    await store.set(name('late', key), String(since), { ttlMs: RESULT_KEPT_MS })
    const facts = { code: 'ReplacedSessionException', statusCode: 503, retryable: true, retryAfterMs: MS_PER_SECOND }
    return new ServiceError('The cookies of this request have been replaced. Send it again.', facts)
  }

  async function revoke({ refreshToken: Token }: Held): Promise<void> {
    if (Token === undefined) return
    const { clientId: ClientId, clientSecret: ClientSecret } = client
    await ask(client, 'RevokeToken', { Token, ClientId, ClientSecret })
  }

  /** Calls at the same time join; that no `await` stands between looking and setting makes them one. */
  async function renewTogether(held: Held, request: RefreshRequest): Promise<Held> {
    const key = await keyOf(held)
    const flight = flights.get(key) ?? renewOnce(key, held, request).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  const write = async (held: Held, received: ReceivedCookies) => cookies.write(await pack(held, cookiePlace), received)

  async function renew(held: Held, received: ReceivedCookies, request = ownRequest): Promise<Renewal> {
    try {
      const renewed = await renewTogether(held, request)
      return { held: renewed, setCookies: await write(renewed, received) }
    } catch (refusal) {
      if (!isRefusedRefresh(refusal)) throw refusal
      // After a sign-out or another sign-in the browser has newer cookies than this request brought, or none.
      const isReplaced = refusal.code === REUSED || (await isEnded(held))
      return { held: undefined, refusal, setCookies: isReplaced ? [] : cookies.clear(received) }
    }
  }

  return {
    async find({ headers }, { evenEnded = false } = {}) {
      const received = cookies.read(headers.get('cookie'))
      const held = await unpack(received.text, cookiePlace)
      return { received, held: held && (evenEnded || !(await isEnded(held))) ? held : undefined }
    },
    latest,
    renew,
    async renewWhenDue(held, received) {
      const leftMs = held ? expiresAtMs(held) - client.now() : Infinity
      if (!held || leftMs > client.refreshMarginSeconds * MS_PER_SECOND) return { held, setCookies: [] }
      try {
        return await renew(held, received)
      } catch (error) {
        if (leftMs <= 0) throw error
        if (!canHeal(error)) reportFault(error)
        return { held, setCookies: [] }
      }
    },
    open,
    write,
    clear: (received) => cookies.clear(received),
    apply: ({ headers }, setCookies) => cookies.apply(headers.get('cookie'), setCookies),
    markEnded: (held, { isRevoked } = { isRevoked: true }) =>
      mark('ended', held.id, Math.max(lifetimeMs(held), isRevoked ? 0 : cookie.maxAgeSeconds * MS_PER_SECOND)),
    revoke,
  }
}

const REUSED = 'RefreshTokenReuseException'

function name(kind: string, key: string): string {
  return `cognito-srp.${kind}.${key}`
}

/** As long as any access token of the session can live from now on: one that was renewed elsewhere as well. */
function lifetimeMs({ accessToken }: Held): number {
  const { exp, iat = exp - DEFAULT_LIFETIME_SECONDS } = accessToken.claims
  return Math.max(1, exp - iat) * MS_PER_SECOND
}
