import type { Token } from './token.ts'

const MS_PER_SECOND = 1000

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

/**
 * Whether both tokens are still accepted at `nowMs` (milliseconds since 1970), the device's clock drift taken off.
 *
 * The refresh margin plays no part here: a session inside it is still valid.
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
