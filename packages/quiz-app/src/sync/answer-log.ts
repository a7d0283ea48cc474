import { randomId } from '../random-id.ts'
import type { LoggedAnswer, QuizDatabase, StatsBase, StoredAnswer, StoredQuiz } from '../storage/database.ts'
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
  /** Everything that this device keeps of the user's studying. */
  readAll(userId: string): Promise<KeptStudy>
  /** Deletes everything that this device keeps of the user's studying. */
  erase(userId: string): Promise<void>
}

/** What a device keeps of one user's studying. */
export type KeptStudy = { base: StatsBase | null; answers: LoggedAnswer[]; quizzes: StoredQuiz[] }

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

    async readAll(userId) {
      const transaction = database.transaction(['bases', 'answers', 'quizzes'])
      return {
        base: (await transaction.objectStore('bases').get(userId)) ?? null,
        answers: await answersAfter(transaction.objectStore('answers'), userId, 0),
        quizzes: await transaction.objectStore('quizzes').index('userId').getAll(userId),
      }
    },

    async erase(userId) {
      const transaction = database.transaction(['bases', 'answers', 'quizzes', 'positions'], 'readwrite')
      const [answers, quizzes] = [transaction.objectStore('answers'), transaction.objectStore('quizzes')]
      for (const { key } of await answersAfter(answers, userId, 0)) await answers.delete(key)
      for (const quizId of await quizzes.index('userId').getAllKeys(userId)) {
        await quizzes.delete(quizId)
        await transaction.objectStore('positions').delete(quizId)
      }
      await transaction.objectStore('bases').delete(userId)
      await transaction.done
    },
  }
}

/** The log of a browser that refuses storage: it lives as long as the page, under a device id of its own. */
export function createMemoryLog(deviceId = randomId()): AnswerLog {
  const answers: (LoggedAnswer & { userId: string })[] = []
  let lastKey = 0
  const bases = new Map<string, StatsBase>()

  const pendingAfter = (userId: string, after: number) =>
    answers.filter((answer) => answer.userId === userId && answer.key > after)

  const localStats = (userId: string): LocalStats => {
    const base = bases.get(userId) ?? null
    return { base, pending: pendingAfter(userId, base?.lastKey ?? 0) }
  }

  return {
    deviceId,
    append: async (userId, answer) => {
      lastKey += 1
      const logged = { ...answer, userId, key: lastKey }
      answers.push(logged)
      return logged
    },
    read: async (userId) => localStats(userId),
    readAfter: async (userId, after) => pendingAfter(userId, after),
    updateBase: async (userId, change) => {
      const base = change(localStats(userId))
      bases.set(userId, base)
      return { base, pending: pendingAfter(userId, base.lastKey) }
    },
    readQuizAnswers: async (userId, quizId) =>
      answers.filter((answer) => answer.userId === userId && answer.sessionId === quizId),
    readAll: async (userId) => ({ base: bases.get(userId) ?? null, answers: pendingAfter(userId, 0), quizzes: [] }),
    erase: async (userId) => {
      bases.delete(userId)
      for (const answer of pendingAfter(userId, 0)) answers.splice(answers.indexOf(answer), 1)
    },
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
