import { SessionError } from '../errors.ts'
import type { AuthenticationResult } from '../service/wire.ts'

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
 * What a token says. `exp` and `iat` (seconds since 1970) are always numbers; the rest is as the service made it and is
 * not verified here: a client trusts the connection, a server must verify the signature.
 */
export type JwtClaims = {
  readonly exp: number
  readonly iat: number
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

/**
 * The session that an answer of the service opens.
 *
 * @param fallback what to take where the answer leaves it out: the refresh token (a refresh without rotation), and the
 *   user name for access tokens that name none
 * @throws {@link SessionError} when a token is missing or has no times.
 */
export function openSession(
  { IdToken, AccessToken, RefreshToken }: AuthenticationResult,
  nowMs: number,
  fallback: { username: string; refreshToken?: string | undefined },
): Session {
  if (!IdToken || !AccessToken) throw new SessionError('Id token and Access Token must be present.')
  const idToken = requireToken(IdToken)
  const accessToken = requireToken(AccessToken)
  const refreshToken = RefreshToken ?? fallback.refreshToken
  return {
    username: accessToken.claims.username ?? fallback.username,
    idToken,
    accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    clockDriftSeconds: measureClockDrift(idToken, accessToken, nowMs),
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

/** Drift of a clock that shows `nowMs` at the moment the tokens arrive. */
export function measureClockDrift(idToken: Token, accessToken: Token, nowMs: number): number {
  return Math.floor(nowMs / MS_PER_SECOND) - Math.min(idToken.claims.iat, accessToken.claims.iat)
}

/** Whether two tokens come from the same sign-in: a write that was cut off may have left a mixed pair. */
export function belongTogether(idToken: Token, accessToken: Token): boolean {
  const { sub, origin_jti: origin, iat } = idToken.claims
  const access = accessToken.claims
  if (sub !== access.sub) return false
  return origin !== undefined && access.origin_jti !== undefined ? origin === access.origin_jti : iat === access.iat
}

function requireToken(jwt: string): Token {
  const token = readToken(jwt)
  if (!token) throw new SessionError('The service sent a token without a readable issue time (iat) and expiry (exp).')
  return token
}

/** Reads a token without verifying it; undefined when it is no JWT or lacks a numeric `exp` or `iat`. */
export function readToken(jwt: string): Token | undefined {
  const claims = readPayload(jwt)
  return typeof claims?.['exp'] === 'number' && typeof claims['iat'] === 'number'
    ? { jwt, claims: claims as JwtClaims }
    : undefined
}

function readPayload(jwt: string): Record<string, unknown> | undefined {
  try {
    const base64 = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? undefined
  } catch {
    return undefined
  }
}
