import { CognitoError } from '../errors.ts'
import type { Token } from '../session/session.ts'
import { expiresAtMs, unsealCookies, type CookieSession, type SessionServer } from './cookie-session.ts'
import type { ReceivedCookies } from './cookies.ts'
import { isEnded } from './ended.ts'
import { latestOf, renewWhenDue } from './renewal.ts'

/** A signed-in user, for the server's own use. The tokens are whole: an API accepts them, a page must not see them. */
export type ServerSession = {
  /** The user name of the access token. */
  username: string
  idToken: Token
  accessToken: Token
  /** When the first of the two tokens expires, in milliseconds since 1970. */
  expiresAtMs: number
  /**
   * Whether it has expired by this server's clock. It then proves nothing, as it may be one that was signed out, until it
   * is renewed where cookies can be written.
   */
  isExpired: boolean
}

/** Anything with the headers of a request: a `Request`, or `{ headers }`. */
export type HeaderSource = { headers: { get(name: string): string | null } }

/** Result of {@link SessionHandler.renewSession}. */
export type RenewedSession = {
  session: ServerSession | null
  /** `Set-Cookie` headers for the response; none when nothing changed. */
  setCookies: string[]
  /** The `Cookie` header for the next handler of the request, which reads the renewed session from it. */
  cookie: string
}

/**
 * The cookies of a request, and their session unless it was ended.
 *
 * @param options `evenEnded`: an ended session as well, without a question to the store
 */
export async function findSession(
  server: SessionServer,
  { headers }: HeaderSource,
  { evenEnded = false }: { evenEnded?: boolean } = {},
): Promise<{ received: ReceivedCookies; session: CookieSession | undefined }> {
  const received = server.cookies.read(headers.get('cookie'))
  const session = await unsealCookies(server, received)
  return { received, session: session && (evenEnded || !(await isEnded(server, session))) ? session : undefined }
}

/** {@link SessionHandler.readSession} */
export async function readSession(server: SessionServer, request: HeaderSource): Promise<ServerSession | null> {
  const { session } = await findSession(server, request)
  if (!session) return null
  const isValid = expiresAtMs(session) > server.client.now()
  return toServerSession(server, isValid ? session : await latestOf(server, session))
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
    cookie: server.cookies.apply(request.headers.get('cookie'), setCookies),
  }
}

function toServerSession({ client }: SessionServer, session: CookieSession): ServerSession {
  const { username, idToken, accessToken } = session
  const endsAtMs = expiresAtMs(session)
  return { username, idToken, accessToken, expiresAtMs: endsAtMs, isExpired: endsAtMs <= client.now() }
}
