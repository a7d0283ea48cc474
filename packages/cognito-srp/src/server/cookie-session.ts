import { ConfigurationError } from '../errors.ts'
import type { AuthenticationResult } from '../service/wire.ts'
import { openSession, type Session } from '../session/session.ts'
import type { Settings } from './config.ts'
import { createCookies, type Cookies, type ReceivedCookies } from './cookies.ts'
import { createSeal, hashOf, randomId, type Seal } from './seal.ts'

/** Session in a browser's cookies. The tokens have signatures, so this session must never be sent to a page. */
export type CookieSession = {
  /** Id of the sign-in. Renewals do not change this id. */
  id: string
  username: string
  idToken: Session['idToken']
  accessToken: Session['accessToken']
  refreshToken: string | undefined
  /** Key of the remembered device. Renewals must send this key. */
  deviceKey: string | undefined
}

/** Configuration and state of a session handler. */
export type SessionServer = Settings & {
  readonly seal: Seal
  readonly cookies: Cookies
  /** Pending renewals by {@link tokensKey}. */
  readonly renewals: Map<string, Promise<CookieSession>>
  /** `state` parameters that the handler is currently recording in the `store` as used. */
  readonly loginsInUse: Set<string>
}

const MS_PER_SECOND = 1000
/** Maximum lifetime of an access token in Cognito. */
const DEFAULT_LIFETIME_SECONDS = 24 * 3600

export function createSessionServer(settings: Settings): SessionServer {
  const { secrets, cookie } = settings
  return {
    ...settings,
    seal: createSeal(secrets),
    cookies: createCookies(cookie),
    renewals: new Map(),
    loginsInUse: new Set(),
  }
}

/**
 * Creates a session from the tokens in a response.
 *
 * @param from values for fields that the response omits, for example values from the previous session in a renewal
 * @throws SessionError when a token is missing, cannot be read, or belongs to another pool, app client or user.
 */
export function toCookieSession(
  { client }: SessionServer,
  result: AuthenticationResult,
  from: Partial<CookieSession> = {},
): CookieSession {
  const { id = randomId(), idToken: knownToken, deviceKey } = from
  const session = openSession(client, result, {
    username: from.username ?? '',
    refreshToken: from.refreshToken,
    sub: knownToken?.claims.sub,
  })
  const { username, idToken, accessToken, refreshToken } = session
  return { id, username, idToken, accessToken, refreshToken, deviceKey }
}

/**
 * Decrypts the session in a request's cookies, even if the session has ended. Returns undefined if the cookies do not contain a
 * session.
 */
export function unsealCookies(server: SessionServer, { text }: ReceivedCookies): Promise<CookieSession | undefined> {
  return unseal(server, text, cookiePlace(server))
}

/** Returns the `Set-Cookie` headers that store a session. @throws ConfigurationError when the tokens are too large. */
export async function writeCookies(
  server: SessionServer,
  session: CookieSession,
  received: ReceivedCookies,
): Promise<string[]> {
  return server.cookies.write(await seal(server, session, cookiePlace(server)), received)
}

/**
 * Encrypts a session for one place, either the cookies or an entry in the store. The result cannot be decrypted for another
 * place, pool or app client.
 */
export function seal(server: SessionServer, session: CookieSession, place: readonly string[]): Promise<string> {
  const { id, idToken, accessToken, refreshToken, deviceKey } = session
  const text = JSON.stringify({ id, i: idToken.jwt, a: accessToken.jwt, r: refreshToken, d: deviceKey })
  return server.seal.seal(text, placeName(server, place))
}

/**
 * Decrypts a session that {@link seal} encrypted for the same place. Returns undefined if the string cannot be decrypted or does
 * not contain a session.
 */
export async function unseal(
  server: SessionServer,
  sealed: string | null | undefined,
  place: readonly string[],
): Promise<CookieSession | undefined> {
  const text = sealed ? await server.seal.open(sealed, placeName(server, place)) : undefined
  if (text === undefined) return undefined
  try {
    const { id, i: IdToken, a: AccessToken, r: refreshToken, d: deviceKey } = JSON.parse(text)
    return toCookieSession(server, { IdToken, AccessToken }, { id, refreshToken, deviceKey })
  } catch {
    return undefined // sealed with the same secret by another program
  }
}

/** Key of the property that contains a session handler's `SessionServer`. {@link serverOf} reads this property. */
export const SERVER: unique symbol = Symbol('SessionServer')

/** @throws ConfigurationError when `createSessionHandler` did not create `sessions`. */
export function serverOf(sessions: object | undefined): SessionServer {
  const { [SERVER]: server } = (sessions ?? {}) as { [SERVER]?: SessionServer }
  if (!server) throw new ConfigurationError('The first argument must be a handler that createSessionHandler created.')
  return server
}

function cookiePlace({ cookie }: SessionServer): readonly string[] {
  return ['cookie', cookie.name]
}

/** Returns the `place` string that `Seal` expects. The string also contains the ids of the pool and the app client. */
export function placeName({ client }: SessionServer, place: readonly string[]): string {
  return JSON.stringify([...place, client.userPoolId, client.clientId])
}

/**
 * Returns a hash of the refresh token and the access token. A hash of only the refresh token would stay the same after a renewal
 * that does not rotate the refresh token.
 */
export function tokensKey(server: SessionServer, { refreshToken, accessToken }: CookieSession): Promise<string> {
  return hashOf(placeName(server, [refreshToken ?? '', accessToken.jwt]))
}

/** Returns the expiry of the id token or the access token, whichever is earlier, in milliseconds since 1970. */
export function expiresAtMs({ idToken, accessToken }: CookieSession): number {
  return Math.min(idToken.claims.exp, accessToken.claims.exp) * MS_PER_SECOND
}

/**
 * Returns the maximum time in milliseconds for which a session's access tokens can still be valid, including access tokens from
 * concurrent renewals.
 */
export function lifetimeMs({ accessToken }: CookieSession): number {
  const { exp, iat = exp - DEFAULT_LIFETIME_SECONDS } = accessToken.claims
  return Math.max(1, exp - iat) * MS_PER_SECOND
}
