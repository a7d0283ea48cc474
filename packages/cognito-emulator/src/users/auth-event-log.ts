import { randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import type { UserDirectory } from './user-directory.ts'
import type { AuthEvent, User } from './user.ts'

/** Of one user: older ones are forgotten. */
const KEPT_EVENTS = 60

/** Whether a pool has threat protection, which in both of its modes keeps what happens. */
export function hasThreatProtection({ description }: Pool): boolean {
  const mode = description.UserPoolAddOns?.AdvancedSecurityMode
  return mode === 'AUDIT' || mode === 'ENFORCED'
}

/**
 * Keeps an event with the user, in a pool that keeps them.
 *
 * @param user the user, or the stand-in of a name that no user has, of which no event is kept
 */
export function recordAuthEvent(
  { users, clock }: { users: UserDirectory; clock: Clock },
  pool: Pool,
  user: User,
  { type, response = 'Pass' }: Pick<AuthEvent, 'type'> & Partial<Pick<AuthEvent, 'response'>>,
): void {
  if (!hasThreatProtection(pool)) return
  if (users.find(pool, user.username)?.sub !== user.sub) return
  const event: AuthEvent = { id: randomUUID(), type, response, atMs: clock.nowMs() }
  users.change(pool, user.username, (draft) => {
    draft.authEvents = [...(draft.authEvents ?? []), event].slice(-KEPT_EVENTS)
  })
}
