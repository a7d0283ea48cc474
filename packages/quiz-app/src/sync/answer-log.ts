import { inBatches } from '../storage/batches.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import type { DeviceStorage } from '../storage/device-storage.ts'
import { createCurrentStore } from './current-store.ts'
import type { CurrentStore } from './current-store.ts'
import { createKnowledge } from './knowledge.ts'
import type { Knowledge } from './knowledge.ts'
import type { KeptStudy, NewAnswer, Recorded } from './log-store.ts'
import { createMemoryLog } from './memory-log.ts'
import { sentBy } from './merge.ts'
import type { KnownStats, LocalStats } from './merge.ts'

/**
 * Answers given on this device, and the known server statistics. If the database is lost, the page copies the data that it has in
 * memory to the next database, or keeps it in memory.
 */
export type AnswerLog = {
  /** Returns the data that this page has read and shows. */
  known(userId: string): LocalStats
  /**
   * Stores an answer, unless its question already has an answer in the same run, and updates the known data. Answers are stored
   * in the order of the calls.
   */
  append(userId: string, answer: NewAnswer): Promise<Recorded>
  /** Reads the log. */
  read(userId: string): Promise<void>
  /** Reads the pending answers, but not the base, which can be large. */
  readPending(userId: string): Promise<void>
  /**
   * Replaces the base in one transaction, so that no other tab can change the base in between.
   *
   * @throws the signal's reason if the signal aborts before the transaction, which then does not start
   */
  updateBase(userId: string, change: (local: LocalStats) => StatsBase, signal?: AbortSignal): Promise<KnownStats>
  /** Returns the answers of a run, oldest first. */
  readRunAnswers(userId: string, runId: string): Promise<LoggedAnswer[]>
  /** Returns all of the user's study data on this device. */
  readAll(userId: string): Promise<KeptStudy>
  /**
   * Deletes all of the user's study data on this device.
   *
   * @throws DOMException VersionError if a newer version of the app has upgraded the database
   */
  erase(userId: string): Promise<void>
  /**
   * Deletes the base and all sent answers if the statistics were deleted on the server.
   *
   * @param isDeleted receives the log's current base, because another tab may have changed the base that this page has read
   */
  eraseSentIf(userId: string, isDeleted: (base: StatsBase) => boolean): Promise<void>
  /**
   * Deletes the user's answers and base on this device if every answer has been sent.
   *
   * @returns the number of unsent answers; if it is not 0, nothing is deleted
   */
  eraseIfArrived(userId: string): Promise<number>
  /** Removes a user's data from this page's memory, because another tab erases them. */
  forget(userId: string): void
  /**
   * Calls the listener when this page changes to another database or to memory and starts to copy its data there.
   *
   * @returns a function that unsubscribes
   */
  onStoreChange(listener: () => void): () => void
}

/** Maximum number of answers per transaction. A phone stores this many answers in a fraction of a transaction's time limit. */
const MAX_APPENDED = 50

type Log = { store: CurrentStore; knowledge: Knowledge }

export function createAnswerLog(storage: DeviceStorage): AnswerLog {
  const inMemory = createMemoryLog()
  const knowledge = createKnowledge()
  const store = createCurrentStore({ storage, inMemory, knowledge })
  const log = { store, knowledge }
  const listeners = new Set<() => void>()
  /** Write queue of each user, which stores many simultaneous answers in a few transactions. */
  const appends = new Map<string, (answer: NewAnswer) => Promise<Recorded>>()

  storage.follow(() => {
    // If copying fails, the next use of the log tries again.
    for (const userId of knowledge.users()) void store.run(userId, async () => {}).catch(() => undefined)
    for (const listener of listeners) listener()
  })

  return {
    known: (userId) => knowledge.stats(userId),
    append(userId, answer) {
      const append = appends.get(userId) ?? inBatches((answers) => appendAll(log, userId, answers), MAX_APPENDED)
      appends.set(userId, append)
      return append(answer)
    },
    read: (userId) => read(log, userId),
    readPending: (userId) => readPending(log, userId),
    async updateBase(userId, change, signal) {
      const stats = await store.run(userId, (current) => current.updateBase(userId, change), signal)
      knowledge.setStats(userId, stats)
      return stats
    },
    async readRunAnswers(userId, runId) {
      const answers = await store.run(userId, (current) => current.readRunAnswers(userId, runId))
      knowledge.addAnswers(userId, answers)
      return answers
    },
    readAll: (userId) => store.run(userId, (current) => current.readAll(userId)),
    async erase(userId) {
      await storage.database()
      if (storage.problem() === 'outdated')
        throw new DOMException(
          'The database was created by a newer version of the app. Reload the page.',
          'VersionError',
        )
      knowledge.forget(userId)
      await store.run(userId, (current) => current.erase(userId))
      knowledge.forget(userId)
    },
    eraseSentIf: (userId, isDeleted) => eraseSentIf(log, userId, isDeleted),
    eraseIfArrived: (userId) => eraseIfArrived(log, userId),
    forget(userId) {
      knowledge.forget(userId)
      void inMemory.erase(userId) // no other tab can erase this page's memory
    },
    onStoreChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function read({ store, knowledge }: Log, userId: string): Promise<void> {
  knowledge.setStats(userId, await store.run(userId, (current) => current.read(userId)))
}

async function readPending(log: Log, userId: string): Promise<void> {
  const { base } = log.knowledge.stats(userId)
  await learnPending(log, userId, base, await log.store.run(userId, (current) => current.readPending(userId, base)))
}

/** Shows the answers that are pending for a base. If the base has changed in the meantime, reads the pending answers again. */
async function learnPending(log: Log, userId: string, base: StatsBase | null, pending: LoggedAnswer[]): Promise<void> {
  const { knowledge } = log
  knowledge.addAnswers(userId, pending)
  if (knowledge.stats(userId).base === base) knowledge.setStats(userId, { base, pending })
  else await readPending(log, userId)
}

async function appendAll(log: Log, userId: string, answers: readonly NewAnswer[]): Promise<Recorded[]> {
  const { store, knowledge } = log
  const { base } = knowledge.stats(userId)
  const { recorded, pending, usedStore } = await store.run(userId, async (current) => ({
    ...(await current.append(userId, answers, base)),
    usedStore: current,
  }))
  await learnPending(log, userId, base, pending)
  if (store.isReplaced(userId, usedStore)) await moveAnswers(log, userId)
  return recorded
}

/** Copies this page's answers to the current log, because a log that was replaced during a write may have stored some of them. */
async function moveAnswers(log: Log, userId: string): Promise<void> {
  const answers = log.knowledge.inheritance(userId)?.answers ?? []
  await log.store.run(userId, (current) => current.inherit(userId, { base: null, answers }))
  await readPending(log, userId)
}

async function eraseSentIf(log: Log, userId: string, isDeleted: (base: StatsBase) => boolean): Promise<void> {
  const isErased = ({ base }: LocalStats) => base !== null && isDeleted(base)
  const local = await log.store.run(userId, (current) =>
    current.eraseWhere(userId, (before) => (isErased(before) ? sentBy(before.base) : null)),
  )
  if (!isErased(local)) return
  log.knowledge.forget(userId)
  await read(log, userId)
}

async function eraseIfArrived({ store, knowledge }: Log, userId: string): Promise<number> {
  const hasArrived = ({ pending }: LocalStats) => pending.length === 0
  const local = await store.run(userId, (current) =>
    current.eraseWhere(userId, (before) => (hasArrived(before) ? () => true : null)),
  )
  if (hasArrived(local)) knowledge.forget(userId)
  return local.pending.length
}
