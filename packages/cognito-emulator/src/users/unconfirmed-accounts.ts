import type { Pool } from '../pools/pools.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import { toRecordId, type UserDirectory } from './user-directory.ts'
import type { User } from './user.ts'

/** Limits for unconfirmed accounts, which anyone can create without access to the addresses. */
const KEPT = { entries: 10_000, bytes: 64 * 2 ** 20 }

/**
 * Accounts that are not confirmed yet. The oldest accounts are removed if there are too many or if their total size is
 * too large.
 */
export type UnconfirmedAccounts = {
  add(pool: Pool, user: User): void
}

export function openUnconfirmedAccounts(
  users: UserDirectory,
  pools: readonly Pool[],
  kept: { entries: number; bytes: number } = KEPT,
): UnconfirmedAccounts {
  const accounts = createBoundedMap<{ pool: Pool; sub: string; size: number }>({
    ...kept,
    sizeOf: (_key, { size }) => size,
    onForget({ pool, sub }) {
      const user = users.find(pool, sub)
      if (user?.status === 'UNCONFIRMED') users.remove(pool, user.username)
    },
  })
  const add = (pool: Pool, user: User): void => {
    const { username, sub } = user
    accounts.set(`${pool.id} ${toRecordId(pool, username)}`, { pool, sub, size: JSON.stringify(user).length })
  }
  for (const pool of pools) {
    const unconfirmed = users.list(pool).filter(({ status }) => status === 'UNCONFIRMED')
    for (const user of unconfirmed.toSorted((a, b) => a.createdAtMs - b.createdAtMs)) add(pool, user)
  }
  return { add }
}
