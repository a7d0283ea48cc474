import { startThreads } from '../threads/threads.ts'
import {
  StoreBusyError,
  type DecideStats,
  type DeletionOutcome,
  type NewStats,
  type QuizStore,
  type StatsHead,
  type StatsOutcome,
  type StoredStats,
} from './quiz-store.ts'
import { openSqliteStore, type SqliteStore } from './sqlite-store.ts'

/** Counts up to this size are read here and now: that is sooner done than handed to a thread. */
const SMALL_BYTES = 64 * 1024

/** More often than other writers of one user can come first, who write through this process one after the other. */
const MAX_ATTEMPTS = 20

/** What the threads of this store do. `replaces` is the version that must still stand; null where nothing may. */
export type SqliteJob =
  | { do: 'read'; userId: string }
  | { do: 'write'; userId: string; replaces: string | null; stats: NewStats }
  | { do: 'delete'; userId: string; replaces: string | null }

/** `'changed'`: somebody else wrote in between. */
export type SqliteResult =
  | { done: 'read'; stats: StoredStats | null }
  | { done: 'written'; version: string }
  | { done: 'deleted' }
  | { done: 'changed' }

/**
 * The SQLite store for a server: SQLite answers on the thread that asks it, so writes (which wait for the disk) and
 * megabytes are left to two threads, one that writes and one that reads; with WAL neither waits for the other.
 *
 * @throws StoreUnavailableError when the database cannot be opened
 */
export function openSqliteInThreads(file: string): QuizStore {
  const store = openSqliteStore(file)
  const options = { program: new URL('./sqlite-thread.ts', import.meta.url), count: 1, given: { file } }
  const writer = startThreads<SqliteJob, SqliteResult>(options)
  const reader = startThreads<SqliteJob, SqliteResult>(options)
  return {
    ...store,
    readStats: async (userId) => {
      const found = await store.readStatsUpTo(userId, SMALL_BYTES)
      if (found !== 'longer') return found
      const result = await reader.run({ do: 'read', userId })
      return result.done === 'read' ? result.stats : null
    },
    writeStats: (userId, decide) => writeStats(store, userId, decide, (job) => writer.run(job)),
    deleteStats: (userId, decide) => deleteStats(store, userId, decide, (job) => writer.run(job)),
    close: async () => {
      await Promise.all([writer.close(), reader.close()])
      await store.close()
    },
  }
}

type RunJob = (job: SqliteJob) => Promise<SqliteResult>

function writeStats<Reason extends string>(
  store: SqliteStore,
  userId: string,
  decide: DecideStats<Reason>,
  run: RunJob,
): Promise<StatsOutcome<Reason>> {
  return untilUnchanged(store, userId, async (current) => {
    const next = decide(current)
    if (typeof next === 'string') return { status: 'refused', reason: next, current }
    const result = await run({ do: 'write', userId, replaces: current?.version ?? null, stats: next })
    if (result.done !== 'written') return null
    return { status: 'written', stats: { ...next, version: result.version }, created: current === null }
  })
}

function deleteStats<Reason extends string>(
  store: SqliteStore,
  userId: string,
  decide: (current: StatsHead | null) => Reason | null,
  run: RunJob,
): Promise<DeletionOutcome<Reason>> {
  return untilUnchanged(store, userId, async (current) => {
    const reason = decide(current)
    if (reason !== null) return { status: 'refused', reason, current }
    const result = await run({ do: 'delete', userId, replaces: current?.version ?? null })
    return result.done === 'deleted' ? { status: 'deleted' } : null
  })
}

/** Attempts a change of what stands there, anew while others change it in between (null). @throws StoreBusyError */
async function untilUnchanged<Outcome>(
  store: SqliteStore,
  userId: string,
  attempt: (current: StatsHead | null) => Promise<Outcome | null>,
): Promise<Outcome> {
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const outcome = await attempt(await store.readStatsHead(userId))
    if (outcome !== null) return outcome
  }
  throw new StoreBusyError('Others kept writing the same statistics.')
}
