import { firstText, readTextMembers } from '../service/wire.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import { readToken, type Token } from '../session/session.ts'
import { expiresAtMs, type CookieSession, type SessionServer } from './cookie-session.ts'
import type { ReceivedCookies } from './cookies.ts'
import { revokedToken } from './exchange.ts'
import type { ErrorResponse } from './guard.ts'
import type { Operation } from './operations.ts'

/**
 * A page's request for an operation, with the session from the request's cookies. An ended session is omitted unless the
 * operation is a sign-out.
 */
export type PageCall = {
  operation: Operation
  body: Record<string, unknown>
  received: ReceivedCookies
  session: CookieSession | undefined
}

/** Body of the response to a page, or an error, and the `Set-Cookie` headers. */
export type Outcome = { setCookies?: readonly string[] } & (
  | { body: object }
  | { failure: unknown }
  | { error: ErrorResponse }
)

/** Tokens in the form that a page receives. */
export type PageTokens = { idToken: string; accessToken: string; refreshToken?: string }

/** Returns a session's tokens without their signatures, and a placeholder instead of the refresh token. */
export function toPageTokens({ idToken, accessToken, refreshToken }: CookieSession): PageTokens {
  return {
    idToken: withoutSignature(idToken),
    accessToken: withoutSignature(accessToken),
    ...(refreshToken === undefined ? {} : { refreshToken: PLACEHOLDER_TOKEN }),
  }
}

/** Converts a session to the `AuthenticationResult` that a page receives. */
export function toPageResult({ client }: SessionServer, session: CookieSession): Record<string, unknown> {
  const { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken } = toPageTokens(session)
  const ExpiresIn = Math.max(0, Math.floor((expiresAtMs(session) - client.now()) / 1000))
  return { IdToken, AccessToken, RefreshToken, TokenType: 'Bearer', ExpiresIn }
}

/** Returns a token in the form `header.payload.`, which programs can read but servers reject. */
export function withoutSignature({ jwt }: Token): string {
  return `${jwt.split('.', 2).join('.')}.`
}

/**
 * Returns the session of a page's request.
 *
 * @throws ServiceError when the request has no session, or when the page shows a user other than the session's user.
 */
export function requireSession(server: SessionServer, call: PageCall, token: 'Access' | 'Refresh'): CookieSession {
  const { session, body } = call
  if (!session || !isOfPage(server, session, body)) throw revokedToken(token)
  return session
}

/**
 * Whether a page shows the session's user. After another sign-in, a page may still show the previous user. Returns true if the
 * request contains no readable access token.
 */
export function isOfPage(
  { client }: SessionServer,
  { accessToken }: CookieSession,
  { AccessToken }: PageCall['body'],
): boolean {
  const shown = readToken(client, firstText(AccessToken) ?? '', 'access')
  return !shown || shown.claims.sub === accessToken.claims.sub
}

/** Returns an object's string members. The result is a `Map`, because a request could contain a name such as `__proto__`. */
export function textMembers(members: unknown): Map<string, string> {
  return new Map(Object.entries(readTextMembers(members)))
}
