import { sleep } from '../service/retry.ts'
import { STORAGE_LAG_MS, type StorageAccess } from '../storage/token-storage.ts'
import type { RefreshLimits } from './state.ts'

/** Runs `work` while nothing else holds the lock of that name, in all tabs and workers. */
export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Web Locks (pages, workers, newer Node). Rejects where the platform has none: the work is then done without a lock.
 *
 * Browsers grant a lock before they show what its last holder wrote to localStorage: a tab that reads at once finds old
 * tokens, or old and new ones mixed. So pages wait a little first.
 */
export const platformLock: Lock = async (name, work) =>
  navigator.locks.request(name, async () => {
    if (typeof document !== 'undefined') await sleep(STORAGE_LAG_MS)
    return work()
  })

/**
 * Does `work` while no other tab refreshes the same session. Without the lock where the platform has none, where it
 * fails, and where it does not come within `lockTimeoutMs`: a tab that the browser has frozen may hold it for ever.
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
  // An error of `work` is thrown below; a lock that fails is ignored.
  await Promise.race([locking.catch(() => undefined), patience])
  clearTimeout(timer)
  if (!working) limits.lockTimeoutMs = 0
  return (working ??= work(false))
}
