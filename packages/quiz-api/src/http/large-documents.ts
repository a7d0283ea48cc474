import { LRUCache } from 'lru-cache'

/** Length in bytes above which a document takes more than a millisecond or two to check or to send. */
export const LARGE_BYTES = 64 * 1024

/**
 * Maximum rate of one user's large documents, in bytes per millisecond. Checking and storing a document takes about a
 * third of the time that this rate allows.
 */
const LARGE_BYTES_PER_MS = 10_000

/** Time after which a document that has not been loaded no longer delays the user's next document. */
const MAX_LOAD_MS = 10_000

/** Maximum number of users whose pauses are remembered. */
const MAX_USERS = 10_000

/**
 * Calls `load` when the user's previous documents have been loaded and the pauses after large documents are over.
 * `lengthOf` returns the length of the loaded document in bytes.
 */
export type PaceDocument = <Document>(
  userId: string,
  load: () => Document | Promise<Document>,
  lengthOf: (document: Document) => number,
) => Promise<Document>

/**
 * Spaces out the large documents of each user, so that the server responds to other users in between. A document is
 * loaded only after its wait, so a waiting read does not use memory for the document.
 */
export function paceLargeDocuments(): PaceDocument {
  const last = new LRUCache<string, Promise<void>>({ max: MAX_USERS })
  return async (userId, load, lengthOf) => {
    const previous = last.get(userId)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(userId, promise)
    await previous
    const late = setTimeout(resolve, MAX_LOAD_MS).unref()
    let lengthBytes = 0
    try {
      const document = await load()
      lengthBytes = lengthOf(document)
      return document
    } finally {
      clearTimeout(late)
      if (lengthBytes > LARGE_BYTES) setTimeout(resolve, lengthBytes / LARGE_BYTES_PER_MS).unref()
      else resolve()
    }
  }
}
