import { randomBytes } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { Pool } from '../pools/pools.ts'
import type { ProvenUser } from '../sign-in/sign-in.ts'
import { sha256 } from '../srp/group.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'

/** As the service says of the cookie of its pages. */
export const BROWSER_SESSION_SECONDS = 3600
const KEPT_SESSIONS = 10_000
const ID_LENGTH_BYTES = 32

/** Somebody who signed in on a page: other applications of the pool ask no more until it ends. */
export type BrowserSession = { poolId: string; user: ProvenUser; authTimeMs: number }

/** Sessions of browsers by what their cookie holds, in memory: a restart costs one more sign-in. */
export type BrowserSessions = {
  /** Starts one under a new id, so that nobody has planted it. */
  start(session: Omit<BrowserSession, 'authTimeMs'>): { id: string; session: BrowserSession }
  /** The session of a cookie, while its user may go on: another password and a sign-out everywhere end it. */
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
      return stillProven(users, pool, session.user) && session
    },
    end: (id = '') => sessions.delete(keyOf(id)),
  }
}

/** The user who was proven, while it is still the same one and nothing ended what was begun then. */
export function stillProven(users: UserDirectory, pool: Pool, { username, sub, epoch }: ProvenUser): User | undefined {
  const user = users.find(pool, username)
  return user?.sub === sub && user.signInEpoch === epoch && user.isEnabled ? user : undefined
}

/** Compared by its hash, whose time tells nothing. */
function keyOf(id: string): string {
  return sha256(id).toString('base64url')
}
