import { randomBytes } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import type { ProvenUser } from '../sign-in/sign-in.ts'
import { sha256 } from '../srp/group.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'

/** Lifetime of the sign-in pages' session cookie, according to the service's documentation. */
export const BROWSER_SESSION_SECONDS = 3600
const KEPT_SESSIONS = 10_000
const ID_LENGTH_BYTES = 32

/**
 * Session of a browser in which a user signed in on the sign-in pages. Until the session ends, the user can sign in to other
 * app clients of the pool without entering credentials.
 */
export type BrowserSession = {
  poolId: string
  user: ProvenUser
  authTimeMs: number
  /** Name of the identity provider through which the user signed in, if there is one. */
  providerName?: string | undefined
}

/** Browser sessions, which are stored in memory. After a restart, users have to sign in again. */
export type BrowserSessions = {
  /** Starts a session with a new id, to prevent session fixation. */
  start(session: Omit<BrowserSession, 'authTimeMs'>): { id: string; session: BrowserSession }
  /**
   * Returns the session with the id from a cookie. Returns undefined if the session is unknown, has expired or belongs to
   * another pool. Also returns undefined if the user was disabled or deleted, or if an event such as a password change or a
   * global sign-out has ended the user's sign-ins.
   */
  find(pool: Pool, id: string | undefined): BrowserSession | undefined
  end(id: string | undefined): void
}

export function createBrowserSessions({ clock, users }: { clock: Clock; users: UserDirectory }): BrowserSessions {
  const isOver = ({ authTimeMs }: BrowserSession): boolean =>
    clock.nowMs() >= authTimeMs + BROWSER_SESSION_SECONDS * 1000
  const sessions = createBoundedMap<BrowserSession>({ entries: KEPT_SESSIONS, isOver })
  return {
    start(begun) {
      const id = randomBytes(ID_LENGTH_BYTES).toString('base64url')
      const session = { ...begun, authTimeMs: clock.nowMs() }
      sessions.set(keyOf(id), session)
      return { id, session }
    },
    find(pool, id = '') {
      const session = sessions.get(keyOf(id))
      if (!session || isOver(session) || session.poolId !== pool.id) return undefined
      return findProvenUser(users, pool, session.user) && session
    },
    end: (id = '') => sessions.delete(keyOf(id)),
  }
}

/**
 * Returns the user of a completed sign-in, or undefined if the sign-in is no longer valid, for example after a password change.
 */
export function findProvenUser(
  users: UserDirectory,
  pool: Pool,
  { username, sub, epoch }: ProvenUser,
): User | undefined {
  const user = users.find(pool, username)
  return user?.sub === sub && user.signInEpoch === epoch && user.isEnabled ? user : undefined
}

/** Hashes a session id, so that the duration of a lookup does not reveal information about the id. */
function keyOf(id: string): string {
  return sha256(id).toString('base64url')
}
