import type { Clock } from '../controls.ts'
import type { Pool } from '../pools.ts'
import { notAuthorized } from '../service-error.ts'
import { toRecordId } from '../users/user-directory.ts'

const FREE_FAILURES = 5
const LONGEST_LOCK_SECONDS = 900
const KEPT_NAMES = 10_000

type Failures = { count: number; lastAtMs: number; lockedUntilMs: number }

/**
 * The service's brake on guessing: after five failures a name is locked for one second, then twice as long after each
 * further one, up to 15 minutes. A success, or 15 quiet minutes, forget the failures. Unknown names count too.
 */
export type AttemptLimits = {
  /** @throws {ServiceError} NotAuthorizedException while the name is locked. */
  check(pool: Pool, username: string): void
  fail(pool: Pool, username: string): void
  succeed(pool: Pool, username: string): void
}

export function createAttemptLimits(clock: Clock): AttemptLimits {
  const failuresByName = new Map<string, Failures>()
  const nameOf = (pool: Pool, username: string) => `${pool.id} ${toRecordId(username)}`

  return {
    check(pool, username) {
      const failures = failuresByName.get(nameOf(pool, username))
      if (failures && clock.nowMs() < failures.lockedUntilMs) throw notAuthorized('Password attempts exceeded')
    },
    fail(pool, username) {
      const name = nameOf(pool, username)
      const nowMs = clock.nowMs()
      const earlier = failuresByName.get(name)
      const isRecent = earlier && nowMs - earlier.lastAtMs < LONGEST_LOCK_SECONDS * 1000
      const count = (isRecent ? earlier.count : 0) + 1
      const lockSeconds = count < FREE_FAILURES ? 0 : Math.min(2 ** (count - FREE_FAILURES), LONGEST_LOCK_SECONDS)
      failuresByName.delete(name) // a name that fails again counts as the newest
      failuresByName.set(name, { count, lastAtMs: nowMs, lockedUntilMs: nowMs + lockSeconds * 1000 })
      const [oldest] = failuresByName.keys()
      if (failuresByName.size > KEPT_NAMES && oldest !== undefined) failuresByName.delete(oldest)
    },
    succeed: (pool, username) => void failuresByName.delete(nameOf(pool, username)),
  }
}
