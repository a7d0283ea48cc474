import type { IDBPTransaction, StoreNames } from 'idb'

import type { LoggedAnswer, QuizDatabase, QuizSchema, StatsBase, StoredAnswer } from '../storage/database.ts'
import { withinLimit } from '../storage/device-storage.ts'
import { forgetRuns } from '../storage/kept-runs.ts'
import type { LogStore } from './log-store.ts'
import { isHeld, newerBase } from './merge.ts'

const STRICT: IDBTransactionOptions = { durability: 'strict' }

/** The log in IndexedDB. It is never pruned: a stale write on the server can ask for any part of it again. */
export function createDatabaseLog(database: QuizDatabase): LogStore {
  const { deviceId } = database

  /** The answers of all logs that are kept here, those that other logs left first. */
  async function answersBeyond(transaction: Answers, userId: string, held: StatsBase['held']) {
    const [inherited, own] = await Promise.all([
      transaction.objectStore('inherited').getAll(IDBKeyRange.bound([userId], [userId, []])),
      transaction.objectStore('answers').getAll(IDBKeyRange.lowerBound(held[deviceId] ?? 0, true)),
    ])
    return [
      ...inherited.map(withoutUser).filter((answer) => !isHeld({ held }, answer)),
      ...ofUser(own, userId, deviceId),
    ]
  }

  async function answersOf(transaction: Answers, userId: string, range: IDBKeyRange) {
    const [inherited, own] = await Promise.all([
      transaction.objectStore('inherited').index('runQuestion').getAll(range),
      transaction.objectStore('answers').index('runQuestion').getAll(range),
    ])
    const answers = [
      ...inherited.filter((answer) => answer.userId === userId).map(withoutUser),
      ...ofUser(own, userId, deviceId),
    ]
    return answers.sort((one, other) => one.atMs - other.atMs)
  }

  return {
    deviceId,

    append(userId, given, held) {
      const transaction = database.transaction(['inherited', 'answers'], 'readwrite', STRICT)
      return finish(transaction, async () => {
        const place = IDBKeyRange.only([given.sessionId, given.questionId])
        const [earlier] = await answersOf(transaction, userId, place)
        const key = earlier ? 0 : await transaction.objectStore('answers').add({ ...given, userId })
        const pending = await answersBeyond(transaction, userId, held)
        return { answer: earlier ?? { ...given, deviceId, key }, isNew: !earlier, pending }
      })
    },

    read(userId) {
      const transaction = database.transaction(['bases', 'inherited', 'answers'])
      return finish(transaction, async () => {
        const base = (await transaction.objectStore('bases').get(userId)) ?? null
        return { base, pending: await answersBeyond(transaction, userId, base?.held ?? {}) }
      })
    },

    readPending(userId, held) {
      const transaction = database.transaction(['inherited', 'answers'])
      return finish(transaction, () => answersBeyond(transaction, userId, held))
    },

    updateBase(userId, change) {
      const transaction = database.transaction(['bases', 'inherited', 'answers'], 'readwrite', STRICT)
      return finish(transaction, async () => {
        const known = (await transaction.objectStore('bases').get(userId)) ?? null
        const base = change({ base: known, pending: await answersBeyond(transaction, userId, known?.held ?? {}) })
        await transaction.objectStore('bases').put(base, userId)
        return { base, pending: await answersBeyond(transaction, userId, base.held) }
      })
    },

    inherit(userId, { base, answers }) {
      const transaction = database.transaction(['bases', 'inherited'], 'readwrite', STRICT)
      return finish(transaction, async () => {
        const inherited = transaction.objectStore('inherited')
        for (const answer of answers) if (answer.deviceId !== deviceId) await inherited.put({ ...answer, userId })
        const bases = transaction.objectStore('bases')
        const kept = (await bases.get(userId)) ?? null
        const newer = newerBase(kept, base)
        if (newer !== null && newer !== kept) await bases.put(newer, userId)
      })
    },

    readQuizAnswers(userId, quizId) {
      const transaction = database.transaction(['inherited', 'answers'])
      return finish(transaction, () => answersOf(transaction, userId, IDBKeyRange.bound([quizId], [quizId, []])))
    },

    readAll(userId) {
      const transaction = database.transaction(['bases', 'inherited', 'answers', 'quizzes'])
      return finish(transaction, async () => ({
        base: (await transaction.objectStore('bases').get(userId)) ?? null,
        answers: await answersBeyond(transaction, userId, {}),
        quizzes: await transaction.objectStore('quizzes').index('userId').getAll(userId),
      }))
    },

    async erase(userId) {
      await withinLimit(forgetRuns(database, userId))
      const transaction = database.transaction(['bases', 'inherited', 'answers'], 'readwrite', STRICT)
      await finish(transaction, async () => {
        for (const answer of await answersBeyond(transaction, userId, {})) {
          if (answer.deviceId === deviceId) await transaction.objectStore('answers').delete(answer.key)
        }
        await transaction.objectStore('inherited').delete(IDBKeyRange.bound([userId], [userId, []]))
        await transaction.objectStore('bases').delete(userId)
      })
    },
  }
}

type Names = StoreNames<QuizSchema>[]

/** A transaction that can read answers. */
type Answers = Pick<IDBPTransaction<QuizSchema, ('inherited' | 'answers')[], IDBTransactionMode>, 'objectStore'>

/** What the work gives, once the transaction is complete; one that takes too long is aborted and has changed nothing. */
function finish<Result>(
  transaction: IDBPTransaction<QuizSchema, Names, IDBTransactionMode>,
  work: () => Promise<Result>,
): Promise<Result> {
  const done = transaction.done
  const result = Promise.all([work(), done]).then(([given]) => given)
  return withinLimit(result, () => {
    try {
      transaction.abort()
      return true
    } catch {
      return false // it is being completed, and that cannot be stopped
    }
  })
}

function ofUser(answers: readonly StoredAnswer[], userId: string, deviceId: string): LoggedAnswer[] {
  return answers.flatMap(({ userId: owner, key, ...answer }) =>
    owner === userId && key !== undefined ? [{ ...answer, deviceId, key }] : [],
  )
}

function withoutUser({ userId: _owner, ...answer }: LoggedAnswer & { userId: string }): LoggedAnswer {
  return answer
}
