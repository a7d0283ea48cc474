import { readTexts } from '../service/wire.ts'
import type { Session } from './session.ts'

/** Level, factors and time of a sign-in. */
export type Authentication = {
  /** Name of the authentication level, if the access token contains a level. */
  acr?: string
  /** Completed factors, such as `pwd`, `otp` and `mfa` (RFC 8176, and Cognito's own values). */
  amr: string[]
  /**
   * Time of the sign-in in milliseconds since 1970; 0 if the access token contains no time. A refresh does not change the time.
   */
  authTimeMs: number
}

/**
 * Returns the level, the factors and the time of the sign-in from the access token's claims. The claims are unverified, so an API
 * must verify the token itself.
 *
 * @example
 * const { acr, authTimeMs } = authenticationOf(await getSession(client))
 * const isFresh = Date.now() - authTimeMs < 300_000
 * console.log(acr, isFresh)
 */
export function authenticationOf({ accessToken }: Session): Authentication {
  const { acr, amr, auth_time: authTime } = accessToken.claims
  return {
    ...(typeof acr === 'string' && { acr }),
    amr: readTexts(amr),
    authTimeMs: Number.isFinite(authTime) ? Number(authTime) * 1000 : 0,
  }
}
