import type { QuizDatabase, LoggedAnswer, StatsBase } from '../storage/database.ts'
import { inBatches } from '../storage/batches.ts'
import type { DeviceStorage } from '../storage/device-storage.ts'
import { createDatabaseLog } from './database-log.ts'
import type { KeptStudy, LogStore, NewAnswer, Recorded } from './log-store.ts'
import { createMemoryLog } from './memory-log.ts'
import { nameOf } from './merge.ts'
import type { KnownStats, LocalStats } from './merge.ts'

/**
 * The answers given on this device and what the server is known to hold of them, for as long as the page lives: where its
 * database is lost, what this page knows goes into the next one, or into memory.
 */
export type AnswerLog = {
  /** What this page knows, which is what the person sees. */
  known(userId: string): LocalStats
  /** Resolves when the answer is durable, and known. Answers are stored in the order of the calls. */
  append(userId: string, answer: NewAnswer): Promise<Recorded>
  /** Learns what the log holds. */
  read(userId: string): Promise<void>
  /** Learns the newest answers beside the known base, which can be large and is not read again. */
  readPending(userId: string): Promise<void>
  /**
   * Replaces the base in one step, which no other tab can interleave.
   *
   * @throws the signal's reason once that has aborted: nothing is replaced then
   */
  updateBase(userId: string, change: (local: LocalStats) => StatsBase, signal?: AbortSignal): Promise<KnownStats>
  /** The answers of one run, oldest first. */
  readRunAnswers(userId: string, runId: string): Promise<LoggedAnswer[]>
  /** Everything that this device keeps of the user's studying. */
  readAll(userId: string): Promise<KeptStudy>
  /**
   * Deletes everything that this device keeps of the user's studying.
   *
   * @throws DOMException VersionError where a newer app of another tab has the database: this page cannot reach into it
   */
  erase(userId: string): Promise<void>
  /** Deletes the base and every answer that was ever sent, because the statistics were deleted on the server. */
  eraseSent(userId: string): Promise<void>
  /**
   * Deletes what this device keeps of the user's statistics if every answer arrived.
   *
   * @returns the number of answers that did not: then nothing is deleted
   */
  eraseIfArrived(userId: string): Promise<number>
  /** Forgets what this page knows of a user, because another tab erases it. */
  forget(userId: string): void
  /** Calls back when the log was lost; what this page knows is being put into the next one. @returns a function that stops */
  onLost(listener: () => void): () => void
}

const NOTHING: LocalStats = { base: null, pending: [] }

/** What this page knows of one user: what it shows, and every answer it has met. */
type Knowledge = { stats: LocalStats; answers: Map<string, LoggedAnswer> }

/** Answers of one transaction: a phone stores them in a fraction of the time that a database may take. */
const MAX_APPENDED = 50

/** How often one step is tried on databases that are lost under it; then the page goes on in memory. */
const MAX_ATTEMPTS = 5

export function createAnswerLog(storage: DeviceStorage, inMemory: LogStore = createMemoryLog()): AnswerLog {
  const knowledge = new Map<string, Knowledge>()
  const stores = new WeakMap<QuizDatabase, LogStore>()
  /** By user the logs which hold what this page knows; the promise of one that is just taking it over. */
  const inheritances = new Map<string, { store: LogStore; done: Promise<void> }>()
  const listeners = new Set<() => void>()
  /** By user: many answers at once share few transactions. */
  const appends = new Map<string, (answer: NewAnswer) => Promise<Recorded>>()

  storage.follow(() => {
    for (const userId of knowledge.keys()) void onStore(userId, async () => {}).catch(() => undefined) // asked again at the next use
    for (const listener of listeners) listener()
  })

  function knowledgeOf(userId: string): Knowledge {
    const known = knowledge.get(userId) ?? { stats: NOTHING, answers: new Map<string, LoggedAnswer>() }
    knowledge.set(userId, known)
    return known
  }

  function learn(userId: string, stats: LocalStats): void {
    const known = knowledgeOf(userId)
    known.stats = stats
    meet(userId, stats.pending)
  }

  function meet(userId: string, answers: readonly LoggedAnswer[]): void {
    const known = knowledgeOf(userId)
    for (const answer of answers) known.answers.set(nameOf(answer), answer)
  }

  /** Learns answers that were read beside a base, unless another base became known meanwhile. */
  async function learnPending(userId: string, base: StatsBase | null, pending: LoggedAnswer[]): Promise<void> {
    meet(userId, pending)
    if (knowledgeOf(userId).stats.base === base) learn(userId, { base, pending })
    else await readPending(userId)
  }

  async function readPending(userId: string): Promise<void> {
    const { base } = knowledgeOf(userId).stats
    await learnPending(userId, base, await onStore(userId, (store) => store.readPending(userId, base)))
  }

  function storeOf(database: QuizDatabase | null): LogStore {
    if (database === null) return inMemory
    const store = stores.get(database) ?? createDatabaseLog(database)
    stores.set(database, store)
    return store
  }

  /** Puts what this page knows into a store of another log, once. */
  async function takeOver(userId: string, store: LogStore): Promise<void> {
    const last = inheritances.get(userId)
    if (last?.store === store) return last.done
    const known = knowledge.get(userId)
    const isSameLog = last === undefined || last.store.deviceId === store.deviceId
    const done =
      known === undefined || isSameLog
        ? Promise.resolve()
        : store.inherit(userId, { base: known.stats.base, answers: [...known.answers.values()] })
    inheritances.set(userId, { store, done })
    try {
      await done
    } catch (cause) {
      if (inheritances.get(userId)?.done === done) {
        if (last === undefined) inheritances.delete(userId)
        else inheritances.set(userId, last)
      }
      throw cause
    }
  }

  /** What a log still took after its successor had taken over goes there too. */
  async function bringAlong(userId: string, deviceId: string): Promise<void> {
    const successor = inheritances.get(userId)?.store
    if (successor === undefined || successor.deviceId === deviceId) return
    const answers = [...knowledgeOf(userId).answers.values()]
    await onStore(userId, (store) => store.inherit(userId, { base: null, answers }))
    await readPending(userId)
  }

  /** Takes a step on the database; where that is lost under it, on the next one, and in memory in the end. */
  async function onStore<Result>(
    userId: string,
    step: (store: LogStore) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      const database = await storage.database()
      const store = storeOf(database)
      try {
        await takeOver(userId, store)
        if (signal?.aborted) throw signal.reason
        return await step(store)
      } catch (cause) {
        if (database === null || !(cause instanceof DOMException) || signal?.aborted) throw cause
        storage.noteFailure(database, attempt < MAX_ATTEMPTS ? cause : new Error('No step succeeds.', { cause }))
      }
    }
  }

  async function appendAll(userId: string, answers: readonly NewAnswer[]): Promise<Recorded[]> {
    const { base } = knowledgeOf(userId).stats
    const { recorded, pending, deviceId } = await onStore(userId, async (store) => ({
      ...(await store.append(userId, answers, base)),
      deviceId: store.deviceId,
    }))
    await learnPending(userId, base, pending)
    await bringAlong(userId, deviceId)
    return recorded
  }

  return {
    known: (userId) => knowledge.get(userId)?.stats ?? NOTHING,

    append(userId, answer) {
      const append = appends.get(userId) ?? inBatches((answers) => appendAll(userId, answers), MAX_APPENDED)
      appends.set(userId, append)
      return append(answer)
    },

    read: async (userId) => learn(userId, await onStore(userId, (store) => store.read(userId))),
    readPending,

    async updateBase(userId, change, signal) {
      const stats = await onStore(userId, (store) => store.updateBase(userId, change), signal)
      learn(userId, stats)
      return stats
    },

    async readRunAnswers(userId, runId) {
      const answers = await onStore(userId, (store) => store.readRunAnswers(userId, runId))
      meet(userId, answers)
      return answers
    },

    readAll: (userId) => onStore(userId, (store) => store.readAll(userId)),

    async erase(userId) {
      await storage.database()
      if (storage.problem() === 'outdated') throw new DOMException('The database is of a newer app.', 'VersionError')
      knowledge.delete(userId)
      await onStore(userId, (store) => store.erase(userId))
      knowledge.delete(userId)
    },

    async eraseSent(userId) {
      await onStore(userId, (store) => store.eraseSent(userId))
      knowledge.delete(userId)
      learn(userId, await onStore(userId, (store) => store.read(userId)))
    },

    async eraseIfArrived(userId) {
      const waiting = await onStore(userId, (store) => store.eraseIfArrived(userId))
      if (waiting === 0) knowledge.delete(userId)
      return waiting
    },

    forget(userId) {
      knowledge.delete(userId)
      void inMemory.erase(userId) // which no other tab can
    },

    onLost(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
