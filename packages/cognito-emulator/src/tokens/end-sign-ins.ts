import type { Pool } from '../pools/pools.ts'
import { endPending, type User } from '../users/user.ts'
import type { AuthSessions } from './auth-sessions.ts'

/**
 * Ends pending sign-ins and set-ups and the password-reset code, and revokes every session of a user. The caller passes the
 * draft of a change to the user, so that both changes are written together.
 *
 * @param options `except` is the `originJti` of a session that stays valid
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
 * Ends pending sign-ins and set-ups and the password-reset code when a user's password is replaced. By default, sessions
 * stay valid, as in the service. If the pool sets `endSessionsOnNewPassword`, all sessions except `except` end too.
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
