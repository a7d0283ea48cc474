import type { Collection } from '../storage/database.ts'

const TIMES = new Set(['CreationDate', 'LastModifiedDate', 'createdAtMs'])

/** Of a configured pool or client, `configured` is what the configuration said when the service's API changed it. */
export type Kept<Description> = { description: Description; configured?: string | undefined }

/** The descriptions of one kind that outlive the process: of what the service's API made, and of what it changed. */
export type KeptDescriptions<Description> = {
  put(poolId: string, id: string, description: Description, configured?: object): void
  delete(poolId: string, id: string): void
  /** What the API made of a configured one, unless the configuration says something else than it did then. */
  since(poolId: string, id: string, configured: object): Description | undefined
  /** Those that no configuration had. */
  made(poolId: string): Description[]
}

export function openDescriptions<Description>(
  collection: Collection<Kept<Description>>,
): KeptDescriptions<Description> {
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

/** What a configuration says; not when it was read. */
function fingerprint(configured: object): string {
  return JSON.stringify(configured, (name, value: unknown) => (TIMES.has(name) ? undefined : value))
}
