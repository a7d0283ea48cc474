import { randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import type { UserDirectory } from './user-directory.ts'
import type { AuthEvent, User } from './user.ts'

/** Maximum number of stored events per user. Older events are removed. */
const KEPT_EVENTS = 60

/** Whether a pool has threat protection, which records events in both of its modes. */
export function hasThreatProtection({ description }: Pool): boolean {
  const mode = description.UserPoolAddOns?.AdvancedSecurityMode
  return mode === 'AUDIT' || mode === 'ENFORCED'
}

/**
 * Records an event of a user, if the pool records events.
 *
 * @param user a user or decoy user. Events of decoy users are not recorded
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
