import type { QuizDatabase } from '../storage/database.ts'
import type { DeviceStorage } from '../storage/device-storage.ts'
import { createDatabaseLog } from './database-log.ts'
import type { Knowledge } from './knowledge.ts'
import type { LogStore } from './log-store.ts'

type CurrentStoreOptions = {
  storage: DeviceStorage
  /** Log of a page without a database. */
  inMemory: LogStore
  knowledge: Knowledge
}

/** The store in use, which is in the open database or in memory. When the store changes, this page's data are copied to the next store. */
export type CurrentStore = {
  /** Runs a step on the store. If the database fails during the step, runs the step again on the next store, and finally in memory. */
  run<Result>(userId: string, step: (store: LogStore) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Whether another log has replaced the store for this user. */
  isReplaced(userId: string, store: LogStore): boolean
}

export function createCurrentStore({ storage, inMemory, knowledge }: CurrentStoreOptions): CurrentStore {
  const stores = new WeakMap<QuizDatabase, LogStore>()
  /** For each user, the store that holds this page's data, and a promise that resolves when the data have been copied. */
  const takenOver = new Map<string, { store: LogStore; done: Promise<void> }>()

  function storeOf(database: QuizDatabase | null): LogStore {
    if (database === null) return inMemory
    const store = stores.get(database) ?? createDatabaseLog(database)
    stores.set(database, store)
    return store
  }

  /** Copies this page's data to a store once, unless the store has the same log as the previous store. */
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
