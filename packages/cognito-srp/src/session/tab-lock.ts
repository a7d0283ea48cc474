import { sleep } from '../service/retry.ts'
import { STORAGE_LAG_MS, type StorageAccess } from '../storage/token-storage.ts'
import type { RefreshLimits } from './state.ts'

/** Runs `work` while it holds the lock with this name, exclusively in all tabs and workers. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Web Locks (pages, workers, newer versions of Node). Rejects if the platform has no locks; the caller then runs the work without
 * a lock.
 *
 * Browsers grant a lock before writes of its previous holder to localStorage are visible. A tab that reads immediately finds old
 * tokens, or a mix of old and new tokens, so pages wait briefly first.
 */
export const platformLock: Lock = async (name, work) =>
  navigator.locks.request(name, async () => {
    if (typeof document !== 'undefined') await sleep(STORAGE_LAG_MS)
    return work()
  })

/**
 * Runs `work` while no other tab refreshes the same session. Runs it without the lock if the platform has no locks, if locking
 * fails, or after `lockTimeoutMs`, because a tab that the browser has frozen may never release the lock.
 */
export async function withTabLock<T>(
  { clientId, lock = platformLock, storage }: StorageAccess & { readonly lock?: Lock | undefined },
  storedUsername: string,
  limits: RefreshLimits,
  work: (isLocked: boolean) => Promise<T>,
): Promise<T> {
  if (storage.isShared === false) return work(true)
  let working: Promise<T> | undefined
  const locking = (async () => lock(`cognito-srp.${clientId}.${storedUsername}`, () => (working ??= work(true))))()
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, limits.lockTimeoutMs)
  })
  // An error of `work` is thrown below. An error of the lock is ignored.
  await Promise.race([locking.catch(() => undefined), patience])
  clearTimeout(timer)
  if (!working) limits.lockTimeoutMs = 0
  return (working ??= work(false))
}
