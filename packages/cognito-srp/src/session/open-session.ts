import { SessionError } from '../errors.ts'
import type { AuthenticationResult } from '../service/wire.ts'
import { measureClockDrift, type Session } from './session.ts'
import { readToken, type Token } from './token.ts'

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

function requireToken(jwt: string): Token {
  const token = readToken(jwt)
  if (!token) throw new SessionError('The service sent a token without a readable issue time (iat) and expiry (exp).')
  return token
}
