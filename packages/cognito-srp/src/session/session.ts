import { SessionError } from '../errors.ts'
import { firstText, type AuthenticationResult } from '../service/wire.ts'
import { readBase64UrlText } from '../srp/encoding.ts'

/** A signed-in user. Plain data. */
export type Session = {
  /** The user name of the access token, never what was typed. */
  username: string
  idToken: Token
  accessToken: Token
  refreshToken?: string
  /** By how much this device's clock was ahead of the service's when the tokens arrived. */
  clockDriftSeconds: number
}

/** A JSON Web Token (RFC 7519): as it is sent, and what it says. */
export type Token = { jwt: string; claims: JwtClaims }

/**
 * What a token says. `exp` (seconds since 1970) is always a number, and so is `iat` where it is there. What names the
 * kind of token, the app client and the user pool does not contradict the client. The rest is as the service made it
 * and is not verified here: a client trusts the connection, a server must verify the signature.
 */
export type JwtClaims = {
  readonly exp: number
  readonly iat?: number
  readonly sub?: string
  /** Access token: the user name. */
  readonly username?: string
  /** The sign-in that the token descends from; the same after a refresh. */
  readonly origin_jti?: string
  readonly [claim: string]: unknown
}

/**
 * A change of who is signed in, or of the tokens.
 *
 * A sign-out was `requested` by this program, or the service `refused` to renew the tokens, or somebody else signed in
 * and `replaced` the user (`accounts: 'one'`), or it happened `elsewhere`, in another tab, for any of these reasons.
 */
export type AuthEvent =
  | { type: 'signedIn' | 'refreshed'; username: string }
  | { type: 'signedOut'; username: string; reason: 'requested' | 'refused' | 'replaced' | 'elsewhere' }

const MS_PER_SECOND = 1000

/** The part of a client that tokens must not contradict. */
export type Audience = { readonly clientId: string; readonly userPoolId: string }

/**
 * The session that an answer of the service opens.
 *
 * @param fallback what to take where the answer leaves it out: the refresh token (a refresh without rotation), and the
 *   user name for access tokens that name none; `session`: what is renewed, whose user stays the same
 * @throws {@link SessionError} when a token is missing, has no expiry or contradicts the client, or they are not all of
 *   one user.
 */
export function openSession(
  client: Audience & { readonly now: () => number },
  { IdToken, AccessToken, RefreshToken }: AuthenticationResult,
  fallback: { username: string; refreshToken?: string | undefined; session?: Pick<Session, 'idToken'> | undefined },
): Session {
  if (!IdToken || !AccessToken) throw new SessionError('Id token and Access Token must be present.')
  const idToken = requireToken(client, IdToken, 'id', fallback.session?.idToken)
  const accessToken = requireToken(client, AccessToken, 'access', idToken)
  const refreshToken = firstText(RefreshToken, fallback.refreshToken)
  return {
    username: accessToken.claims.username || fallback.username,
    idToken,
    accessToken,
    ...(refreshToken && { refreshToken }),
    clockDriftSeconds: measureClockDrift(idToken, accessToken, client.now()),
  }
}

/**
 * Whether both tokens are still accepted at `nowMs` (milliseconds since 1970), the device's clock drift taken off.
 *
 * The refresh margin plays no part here: a session inside it is still valid.
 *
 * @example
 * const session = await getSession(client)
 * const endsWithinAMinute = !isSessionValid(session, Date.now() + 60_000)
 */
export function isSessionValid(session: Session, nowMs: number = Date.now()): boolean {
  return remainingSeconds(session, nowMs) > 0
}

/** Seconds until the first of the two tokens ends, by the service's clock; 0 or less when it has ended. */
export function remainingSeconds({ idToken, accessToken, clockDriftSeconds }: Session, nowMs: number): number {
  const serviceNow = nowMs / MS_PER_SECOND - clockDriftSeconds
  return Math.min(idToken.claims.exp, accessToken.claims.exp) - serviceNow
}

/** Drift of a clock that shows `nowMs` at the moment the tokens arrive; 0 where no token says when it was issued. */
export function measureClockDrift(idToken: Token, accessToken: Token, nowMs: number): number {
  const now = Math.floor(nowMs / MS_PER_SECOND)
  return now - Math.min(idToken.claims.iat ?? now, accessToken.claims.iat ?? now)
}

/** Whether two tokens come from the same sign-in: a write that was cut off may have left a mixed pair. */
export function belongTogether(idToken: Token, accessToken: Token): boolean {
  const [id, access] = [idToken.claims, accessToken.claims]
  const claim = id.origin_jti && access.origin_jti ? 'origin_jti' : 'iat'
  return id.sub === access.sub && id[claim] === access[claim]
}

function requireToken(client: Audience, jwt: string, use: TokenUse, before: Token | undefined): Token {
  const token = readToken(client, jwt, use, before?.claims)
  if (token) return token
  throw new SessionError(`The ${use} token has no readable times (exp, iat), or is of another pool, client or user.`)
}

/** The values of `token_use`. */
type TokenUse = 'id' | 'access'

/**
 * Reads a token without verifying it; undefined when it is no JWT, lacks a numeric `exp`, or a claim that it has
 * contradicts what it is used for, the app client, the user pool, or what a token `before` says of the user.
 */
export function readToken(client: Audience, jwt: string, use: TokenUse, before?: Claims): Token | undefined {
  const claims = readPayload(jwt) ?? {}
  const isUsable = claims['exp'] !== undefined && isOf(client, claims, use, before)
  return isUsable ? { jwt, claims: claims as JwtClaims } : undefined
}

type Claims = Record<string, unknown>

/** Whether no claim that is there contradicts its type, or anything that {@link readToken} compares it with. */
export function isOf({ clientId, userPoolId }: Audience, claims: Claims, use: TokenUse, before: Claims = {}): boolean {
  const { exp = 0, iat = 0, iss = userPoolId, token_use: tokenUse = use, username = '', sub = before['sub'] } = claims
  const { [use === 'id' ? 'aud' : 'client_id']: audience = clientId } = claims
  return (
    Number.isFinite(exp) &&
    Number.isFinite(iat) &&
    typeof username === 'string' &&
    (before['sub'] ?? sub) === sub &&
    tokenUse === use &&
    audience === clientId &&
    typeof iss === 'string' &&
    iss.split('/').pop() === userPoolId
  )
}

/** No token is longer: servers take headers of some kilobytes. */
const MAX_TOKEN_LENGTH = 65_536

/** What a token says, not verified; undefined when it is no JWT, or longer than any. */
export function readPayload(jwt: string): Record<string, unknown> | undefined {
  if (jwt.length > MAX_TOKEN_LENGTH) return undefined
  try {
    return JSON.parse(readBase64UrlText(jwt.split('.', 2)[1] ?? '')) ?? undefined
  } catch {
    return undefined
  }
}
