import type { Lock } from './config.ts'
import { ConfigurationError } from './errors.ts'
import type { Fetch } from './service/fetch.ts'
import { sleep } from './service/sleep.ts'
import type { RandomBytes } from './srp/random-bytes.ts'

/** The platform's `fetch`, looked up at each call. */
export const platformFetch: Fetch = (url, request) => globalThis.fetch(url, request)

/** Bytes of the platform's cryptographically secure generator. */
export const platformRandomBytes: RandomBytes = (lengthBytes) => {
  if (!globalThis.crypto?.getRandomValues) {
    throw new ConfigurationError('This platform has no crypto.getRandomValues: pass `randomBytes`.')
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(lengthBytes))
}

/** Longer than the writes of one tab to localStorage take to reach another; a few milliseconds were measured. */
const STORAGE_LAG_MS = 50

/**
 * Web Locks where the platform has them (pages, workers, newer Node); elsewhere nobody else is waited for.
 *
 * Browsers hand a lock over sooner than they show what its last holder wrote to localStorage: reading at once finds old
 * tokens, or old and new ones mixed. So pages wait a little first.
 */
export const platformLock: Lock = (name, work) => {
  const locks = globalThis.navigator?.locks
  if (!locks) return work()
  if (typeof document === 'undefined') return locks.request(name, work)
  return locks.request(name, async () => {
    await sleep(STORAGE_LAG_MS)
    return work()
  })
}
