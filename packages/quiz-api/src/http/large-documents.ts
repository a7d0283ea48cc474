import { LRUCache } from 'lru-cache'
import { setTimeout as sleep } from 'node:timers/promises'

/** Documents above this length take more than a millisecond or two to check or to send. */
export const LARGE_BYTES = 64 * 1024

/**
 * Bytes of one user's large documents per millisecond. Checking and storing such a document takes about a third of this
 * time.
 */
const LARGE_BYTES_PER_MS = 10_000

/** Maximum number of users whose last document is remembered. */
const MAX_USERS = 10_000

/** Resolves when the document of a user may be checked or sent. */
export type PaceDocument = (userId: string, lengthBytes: number) => Promise<void>

/**
 * Spaces out the large documents of each user, so that the server responds to other users in between. Small documents
 * and documents of other users do not wait.
 */
export function paceLargeDocuments(): PaceDocument {
  const last = new LRUCache<string, Promise<void>>({ max: MAX_USERS })
  return async (userId, lengthBytes) => {
    if (lengthBytes <= LARGE_BYTES) return
    const previous = last.get(userId) ?? Promise.resolve()
    const pause = () => sleep(lengthBytes / LARGE_BYTES_PER_MS, undefined, { ref: false })
    last.set(userId, previous.then(pause))
    await previous
  }
}
