import { CognitoError } from '../errors.ts'
import type { TokensToAdopt } from '../session/session.ts'
import type { Session } from '../session/session.ts'
import {
  expiresAtMs,
  toCookieSession,
  unsealCookies,
  type CookieSession,
  type SessionServer,
} from './cookie-session.ts'
import type { ReceivedCookies } from './cookies.ts'
import { isEnded } from './ended.ts'
import { latestOf, renewWhenDue } from './renewal.ts'
import { startSession } from './sign-in-calls.ts'
import { endCookieSession } from './sign-out-calls.ts'

/**
 * Session of a signed-in user, for the server's own use. The tokens have signatures, so APIs accept them. Never send the tokens
 * to a page.
 */
export type ServerSession = {
  /** User name from the access token. */
  username: string
  idToken: Session['idToken']
  accessToken: Session['accessToken']
  /** Expiry of the id token or the access token, whichever is earlier, in milliseconds since 1970. */
  expiresAtMs: number
  /**
   * Whether the id token or the access token has expired according to this server's clock. Treat an expired session as signed
   * out, because it may have been revoked.
   */
  isExpired: boolean
}

/** Request whose cookies are read: a `Request`, a Node or Express request, or `{ headers: await headers() }` in Next. */
export type HeaderSource = {
  headers: { get(name: string): string | null } | { readonly cookie?: string | undefined }
}

/** Options of {@link SessionHandler.readSession}. */
export type ReadSessionOptions = {
  /** Returns an expired session instead of null. Default false. */
  includeExpired?: boolean | undefined
}

/** Result of {@link SessionHandler.createSession}. */
export type CreatedSession = {
  session: ServerSession
  /** `Set-Cookie` headers for the response. */
  setCookies: string[]
}

/** Result of {@link SessionHandler.endSession}. */
export type EndedSession = {
  /** `Set-Cookie` headers for the response, which remove the cookies. */
  setCookies: string[]
  /** False if the refresh token could not be revoked, for example because the service could not be reached. */
  isRevoked: boolean
}

/** Result of {@link SessionHandler.renewSession}. */
export type RenewedSession = {
  session: ServerSession | null
  /** `Set-Cookie` headers for the response; empty when the cookies did not change. */
  setCookies: string[]
  /** `Cookie` header for the next handler of the request, which reads the renewed session from this header. */
  cookie: string
}

/**
 * Returns the handler's cookies from a request, and the session from these cookies unless the session has ended.
 *
 * @param options if `evenEnded` is true, the function does not read the store and therefore also returns an ended session
 */
export async function findSession(
  server: SessionServer,
  request: HeaderSource,
  { evenEnded = false }: { evenEnded?: boolean } = {},
): Promise<{ received: ReceivedCookies; session: CookieSession | undefined }> {
  const received = server.cookies.read(cookieHeader(request))
  const session = await unsealCookies(server, received)
  return { received, session: session && (evenEnded || !(await isEnded(server, session))) ? session : undefined }
}

/** {@link SessionHandler.createSession} */
export async function createSession(
  server: SessionServer,
  tokens: TokensToAdopt,
  request: HeaderSource = { headers: {} },
): Promise<CreatedSession> {
  const { idToken: IdToken, accessToken: AccessToken, refreshToken } = { ...tokens }
  const session = toCookieSession(server, { IdToken, AccessToken }, { refreshToken })
  const setCookies = await startSession(server, session, await findSession(server, request))
  return { session: toServerSession(server, session), setCookies }
}

/** {@link SessionHandler.endSession} */
export async function endSession(server: SessionServer, request: HeaderSource): Promise<EndedSession> {
  const { received, session } = await findSession(server, request, { evenEnded: true })
  const setCookies = server.cookies.clear(received)
  try {
    if (session) await endCookieSession(server, session)
    return { setCookies, isRevoked: true }
  } catch (error) {
    server.reportFault(error)
    return { setCookies, isRevoked: false }
  }
}

/** {@link SessionHandler.readSession} */
export async function readSession(
  server: SessionServer,
  request: HeaderSource,
  { includeExpired = false }: ReadSessionOptions = {},
): Promise<ServerSession | null> {
  const { session: found } = await findSession(server, request)
  if (!found) return null
  const isValid = expiresAtMs(found) > server.client.now()
  const session = toServerSession(server, isValid ? found : await latestOf(server, found))
  return session.isExpired && !includeExpired ? null : session
}

/** {@link SessionHandler.renewSession} */
export async function renewSession(server: SessionServer, request: HeaderSource): Promise<RenewedSession> {
  const { received, session: found } = await findSession(server, request)
  const { session, setCookies } = await renewWhenDue(server, found, received).catch((error: unknown) => {
    if (!(error instanceof CognitoError)) throw error
    server.reportFault(error)
    return { session: found, setCookies: [] }
  })
  return {
    session: session ? toServerSession(server, session) : null,
    setCookies: [...setCookies],
    cookie: server.cookies.apply(cookieHeader(request), setCookies),
  }
}

/** Returns the `Cookie` header of a request. */
export function cookieHeader({ headers }: HeaderSource): string | null {
  // Node's headers are a plain object, and a request can contain a header named `get`.
  const { get, cookie = null } = headers as Partial<Headers> & { cookie?: string }
  return typeof get === 'function' ? get.call(headers, 'cookie') : cookie
}

function toServerSession({ client }: SessionServer, session: CookieSession): ServerSession {
  const { username, idToken, accessToken } = session
  const endsAtMs = expiresAtMs(session)
  return { username, idToken, accessToken, expiresAtMs: endsAtMs, isExpired: endsAtMs <= client.now() }
}
