import type { Pool } from '../pools/pools.ts'
import { endPending, type User } from '../users/user.ts'
import type { AuthSessions } from './auth-sessions.ts'

/**
 * Ends all that a user, or a thief, began or was given on the word of the credentials that were: what is pending, and every
 * session. To be called within the change of the user that is the cause, so that both are written or neither.
 *
 * @param options `except` is the `originJti` of the session that asked for it and goes on
 */
export function endSignIns(
  { authSessions }: { authSessions: AuthSessions },
  pool: Pool,
  draft: User,
  { except }: { except?: string } = {},
): void {
  endPending(draft)
  authSessions.revokeAll(pool, draft.username, except)
}

/**
 * Ends pending sign-ins and codes when a user's password is replaced. Sessions stay valid, as on the service. If the
 * pool sets `endSessionsOnNewPassword`, all sessions except `except` end too.
 */
export function endSignInsOnNewPassword(
  services: { authSessions: AuthSessions },
  pool: Pool,
  draft: User,
  options?: { except: string },
): void {
  if (pool.settings.endSessionsOnNewPassword) endSignIns(services, pool, draft, options)
  else endPending(draft)
}
