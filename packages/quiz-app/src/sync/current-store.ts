import type { QuizDatabase } from '../storage/database.ts'
import type { DeviceStorage } from '../storage/device-storage.ts'
import { createDatabaseLog } from './database-log.ts'
import type { Knowledge } from './knowledge.ts'
import type { LogStore } from './log-store.ts'

type CurrentStoreOptions = {
  storage: DeviceStorage
  /** The log of a page that has no database. */
  inMemory: LogStore
  knowledge: Knowledge
}

/** The store of the database that is open, or else of the memory; each takes over what this page knows from the one before. */
export type CurrentStore = {
  /** Takes a step on the store; where its database is lost under the step, on the next one, and in memory in the end. */
  run<Result>(userId: string, step: (store: LogStore) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Whether the user's answers are in another log by now. */
  isReplaced(userId: string, store: LogStore): boolean
}

export function createCurrentStore({ storage, inMemory, knowledge }: CurrentStoreOptions): CurrentStore {
  const stores = new WeakMap<QuizDatabase, LogStore>()
  /** By user the store that has what this page knows; the promise of a store that is just taking it over. */
  const takenOver = new Map<string, { store: LogStore; done: Promise<void> }>()

  function storeOf(database: QuizDatabase | null): LogStore {
    if (database === null) return inMemory
    const store = stores.get(database) ?? createDatabaseLog(database)
    stores.set(database, store)
    return store
  }

  /** Puts what this page knows into a store of another log, once. */
  async function takeOver(userId: string, store: LogStore): Promise<void> {
    const last = takenOver.get(userId)
    if (last?.store === store) return last.done
    const inheritance = knowledge.inheritance(userId)
    const isSameLog = last === undefined || last.store.deviceId === store.deviceId
    const done = inheritance === null || isSameLog ? Promise.resolve() : store.inherit(userId, inheritance)
    takenOver.set(userId, { store, done })
    try {
      await done
    } catch (cause) {
      if (last && takenOver.get(userId)?.done === done) takenOver.set(userId, last)
      throw cause
    }
  }

  return {
    async run(userId, step, signal) {
      for (;;) {
        const database = await storage.database()
        const store = storeOf(database)
        try {
          await takeOver(userId, store)
          if (signal?.aborted) throw signal.reason
          return await step(store)
        } catch (cause) {
          if (database === null || !(cause instanceof DOMException) || signal?.aborted) throw cause
          storage.noteFailure(database, cause)
        }
      }
    },
    isReplaced(userId, { deviceId }) {
      const last = takenOver.get(userId)
      return last !== undefined && last.store.deviceId !== deviceId
    },
  }
}
