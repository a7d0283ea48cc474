import type { Collection } from '../storage/database.ts'

const TIMES = new Set(['CreationDate', 'LastModifiedDate', 'createdAtMs'])

/** A stored description. `configured` is the configuration of the pool or client at the time of the change, if it has one. */
export type StoredDescription<Description> = { description: Description; configured?: string | undefined }

/** Stored descriptions of the pools or of the clients that the service's API created or changed. */
export type DescriptionStore<Description> = {
  put(poolId: string, id: string, description: Description, configured?: object): void
  delete(poolId: string, id: string): void
  /**
   * Returns the description of a configured pool or client that the API changed, unless its configuration has been edited
   * since then.
   */
  since(poolId: string, id: string, configured: object): Description | undefined
  /** Returns the descriptions of pools or clients that are not configured. */
  made(poolId: string): Description[]
}

export function openDescriptions<Description>(
  collection: Collection<StoredDescription<Description>>,
): DescriptionStore<Description> {
  return {
    put: (poolId, id, description, configured) =>
      collection.put(poolId, id, { description, configured: configured && fingerprint(configured) }),
    delete: (poolId, id) => collection.delete(poolId, id),
    since(poolId, id, configured) {
      const kept = collection.get(poolId, id)
      return kept?.configured === fingerprint(configured) ? kept?.description : undefined
    },
    made: (poolId) =>
      collection
        .list(poolId)
        .filter(({ value }) => value.configured === undefined)
        .map(({ value }) => value.description),
  }
}

/** Serializes a configuration without its timestamps. */
function fingerprint(configured: object): string {
  return JSON.stringify(configured, (name, value: unknown) => (TIMES.has(name) ? undefined : value))
}
