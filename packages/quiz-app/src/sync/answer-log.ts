import { randomId } from '../random-id.ts'
import type { LoggedAnswer, QuizDatabase, StatsBase, StoredAnswer } from '../storage/database.ts'
import type { KnownStats, LocalStats } from './merge.ts'

export type NewAnswer = Omit<LoggedAnswer, 'key'>

/** The answers given on this device and what the server is known to hold of them. */
export type AnswerLog = {
  readonly deviceId: string
  /** Resolves when the answer is safe. */
  append(userId: string, answer: NewAnswer): Promise<LoggedAnswer>
  /** What the person sees. */
  read(userId: string): Promise<LocalStats>
  /** The answers with keys above `lastKey`, oldest first. */
  readAfter(userId: string, lastKey: number): Promise<LoggedAnswer[]>
  /** Replaces the base in one step, which no other tab can interleave. */
  updateBase(userId: string, change: (local: LocalStats) => StatsBase): Promise<KnownStats>
  /** The answers of one quiz, oldest first. */
  readQuizAnswers(userId: string, quizId: string): Promise<LoggedAnswer[]>
}

/** The log in IndexedDB. It is never pruned: a stale write on the server can ask for any part of it again. */
export function createAnswerLog(database: QuizDatabase): AnswerLog {
  return {
    deviceId: database.deviceId,

    async append(userId, answer) {
      const transaction = database.transaction('answers', 'readwrite', { durability: 'strict' })
      const key = await transaction.store.add({ ...answer, userId })
      await transaction.done
      return { ...answer, key }
    },

    async read(userId) {
      const transaction = database.transaction(['bases', 'answers'])
      const base = (await transaction.objectStore('bases').get(userId)) ?? null
      return { base, pending: await answersAfter(transaction.objectStore('answers'), userId, base?.lastKey ?? 0) }
    },

    async readAfter(userId, lastKey) {
      return answersAfter(database.transaction('answers').store, userId, lastKey)
    },

    async updateBase(userId, change) {
      const transaction = database.transaction(['bases', 'answers'], 'readwrite', { durability: 'strict' })
      const answers = transaction.objectStore('answers')
      const known = (await transaction.objectStore('bases').get(userId)) ?? null
      const base = change({ base: known, pending: await answersAfter(answers, userId, known?.lastKey ?? 0) })
      await transaction.objectStore('bases').put(base, userId)
      const pending = await answersAfter(answers, userId, base.lastKey)
      await transaction.done
      return { base, pending }
    },

    async readQuizAnswers(userId, quizId) {
      return ofUser(await database.getAllFromIndex('answers', 'sessionId', quizId), userId)
    },
  }
}

/** The log of a browser that refuses storage: it lives as long as the page, under a device id of its own. */
export function createMemoryLog(deviceId = randomId()): AnswerLog {
  const answers: (LoggedAnswer & { userId: string })[] = []
  const bases = new Map<string, StatsBase>()

  const pendingAfter = (userId: string, lastKey: number) =>
    answers.filter((answer) => answer.userId === userId && answer.key > lastKey)

  const localStats = (userId: string): LocalStats => {
    const base = bases.get(userId) ?? null
    return { base, pending: pendingAfter(userId, base?.lastKey ?? 0) }
  }

  return {
    deviceId,
    append: async (userId, answer) => {
      const logged = { ...answer, userId, key: answers.length + 1 }
      answers.push(logged)
      return logged
    },
    read: async (userId) => localStats(userId),
    readAfter: async (userId, lastKey) => pendingAfter(userId, lastKey),
    updateBase: async (userId, change) => {
      const base = change(localStats(userId))
      bases.set(userId, base)
      return { base, pending: pendingAfter(userId, base.lastKey) }
    },
    readQuizAnswers: async (userId, quizId) =>
      answers.filter((answer) => answer.userId === userId && answer.sessionId === quizId),
  }
}

type AnswerStore = { getAll(range: IDBKeyRange): Promise<StoredAnswer[]> }

async function answersAfter(store: AnswerStore, userId: string, lastKey: number): Promise<LoggedAnswer[]> {
  return ofUser(await store.getAll(IDBKeyRange.lowerBound(lastKey, true)), userId)
}

function ofUser(answers: readonly StoredAnswer[], userId: string): LoggedAnswer[] {
  return answers.flatMap(({ userId: owner, key, ...answer }) =>
    owner === userId && key !== undefined ? [{ ...answer, key }] : [],
  )
}
