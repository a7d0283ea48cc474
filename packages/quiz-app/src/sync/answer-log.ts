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

/** Answers of one transaction: a phone stores them in a fraction of the time that a database may take. */
const MAX_APPENDED = 50

type Log = { store: CurrentStore; knowledge: Knowledge }

export function createAnswerLog(storage: DeviceStorage): AnswerLog {
  const inMemory = createMemoryLog()
  const knowledge = createKnowledge()
  const store = createCurrentStore({ storage, inMemory, knowledge })
  const log = { store, knowledge }
  const listeners = new Set<() => void>()
  /** By user: many answers at once share few transactions. */
  const appends = new Map<string, (answer: NewAnswer) => Promise<Recorded>>()

  storage.follow(() => {
    for (const userId of knowledge.users()) void store.run(userId, async () => {}).catch(() => undefined) // the next use asks again
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
    eraseSent: (userId) => eraseSent(log, userId),
    eraseIfArrived: (userId) => eraseIfArrived(log, userId),
    forget(userId) {
      knowledge.forget(userId)
      void inMemory.erase(userId) // which no other tab can
    },
    onLost(listener) {
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

/** Learns answers that were read beside a base, unless another base became known meanwhile. */
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

/** Puts answers that a log still took after it was replaced into the log that replaced it. */
async function moveAnswers(log: Log, userId: string): Promise<void> {
  const answers = log.knowledge.inheritance(userId)?.answers ?? []
  await log.store.run(userId, (current) => current.inherit(userId, { base: null, answers }))
  await readPending(log, userId)
}

async function eraseSent(log: Log, userId: string): Promise<void> {
  await log.store.run(userId, (current) => current.eraseWhere(userId, ({ base }) => sentBy(base)))
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
