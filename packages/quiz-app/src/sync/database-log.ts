import type { IDBPTransaction, StoreNames } from 'idb'

import type { LoggedAnswer, QuizDatabase, QuizSchema, StatsBase, StoredAnswer } from '../storage/database.ts'
import { withinLimit } from '../storage/device-storage.ts'
import { forgetRuns } from '../storage/kept-runs.ts'
import type { LogStore, Recorded } from './log-store.ts'
import { containedIn, newerBase, sentBy } from './merge.ts'

const STRICT: IDBTransactionOptions = { durability: 'strict' }

/** The log in IndexedDB. It is never pruned: a stale write on the server can ask for any part of it again. */
export function createDatabaseLog(database: QuizDatabase): LogStore {
  const { deviceId } = database

  /** The answers that a base does not contain, of all logs that are kept here: those that other logs left first. */
  async function answersBeyond(transaction: Answers, userId: string, base: StatsBase | null) {
    const isContained = containedIn(base)
    const [inherited, own] = await Promise.all([
      transaction.objectStore('inherited').getAll(IDBKeyRange.bound([userId], [userId, []])),
      transaction.objectStore('answers').getAll(IDBKeyRange.lowerBound(base?.held[deviceId] ?? 0, true)),
    ])
    return [...inherited.map(withoutUser), ...ofUser(own, userId, deviceId)].filter((answer) => !isContained(answer))
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

  /** Deletes the base of a user, and the answers that are to go. */
  async function erase(transaction: Erasing, userId: string, isErased: (answer: LoggedAnswer) => boolean) {
    for (const answer of (await answersBeyond(transaction, userId, null)).filter(isErased)) {
      const { key } = answer
      if (answer.deviceId === deviceId) await transaction.objectStore('answers').delete(key)
      else await transaction.objectStore('inherited').delete([userId, answer.deviceId, key])
    }
    await transaction.objectStore('bases').delete(userId)
  }

  return {
    deviceId,

    append(userId, answers, base) {
      const transaction = database.transaction(['inherited', 'answers'], 'readwrite', STRICT)
      return finish(transaction, async () => {
        const recorded: Recorded[] = []
        for (const given of answers) {
          const place = IDBKeyRange.only([given.runId, given.questionId])
          const [earlier] = await answersOf(transaction, userId, place)
          const key = earlier ? 0 : await transaction.objectStore('answers').add({ ...given, userId })
          recorded.push({ answer: earlier ?? { ...given, deviceId, key }, isNew: !earlier })
        }
        return { recorded, pending: await answersBeyond(transaction, userId, base) }
      })
    },

    read(userId) {
      const transaction = database.transaction(['bases', 'inherited', 'answers'])
      return finish(transaction, async () => {
        const base = (await transaction.objectStore('bases').get(userId)) ?? null
        return { base, pending: await answersBeyond(transaction, userId, base) }
      })
    },

    readPending(userId, base) {
      const transaction = database.transaction(['inherited', 'answers'])
      return finish(transaction, () => answersBeyond(transaction, userId, base))
    },

    updateBase(userId, change) {
      const transaction = database.transaction(['bases', 'inherited', 'answers'], 'readwrite', STRICT)
      return finish(transaction, async () => {
        const known = (await transaction.objectStore('bases').get(userId)) ?? null
        const base = change({ base: known, pending: await answersBeyond(transaction, userId, known) })
        await transaction.objectStore('bases').put(base, userId)
        return { base, pending: await answersBeyond(transaction, userId, base) }
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

    readRunAnswers(userId, runId) {
      const transaction = database.transaction(['inherited', 'answers'])
      return finish(transaction, () => answersOf(transaction, userId, IDBKeyRange.bound([runId], [runId, []])))
    },

    readAll(userId) {
      const transaction = database.transaction(['bases', 'inherited', 'answers', 'runs'])
      return finish(transaction, async () => ({
        base: (await transaction.objectStore('bases').get(userId)) ?? null,
        answers: await answersBeyond(transaction, userId, null),
        runs: await transaction.objectStore('runs').index('userId').getAll(userId),
      }))
    },

    async erase(userId) {
      await withinLimit(forgetRuns(database, userId))
      const transaction = database.transaction(ERASED, 'readwrite', STRICT)
      await finish(transaction, () => erase(transaction, userId, () => true))
    },

    eraseSent(userId) {
      const transaction = database.transaction(ERASED, 'readwrite', STRICT)
      return finish(transaction, async () => {
        const base = (await transaction.objectStore('bases').get(userId)) ?? null
        await erase(transaction, userId, sentBy(base))
      })
    },

    eraseIfArrived(userId) {
      const transaction = database.transaction(ERASED, 'readwrite', STRICT)
      return finish(transaction, async () => {
        const base = (await transaction.objectStore('bases').get(userId)) ?? null
        const pending = await answersBeyond(transaction, userId, base)
        if (pending.length === 0) await erase(transaction, userId, () => true)
        return pending.length
      })
    },
  }
}

const ERASED = ['bases', 'inherited', 'answers'] as const
type Erasing = IDBPTransaction<QuizSchema, typeof ERASED, 'readwrite'>

type Names = StoreNames<QuizSchema>[]

/** A transaction that can read answers. */
type Answers = {
  objectStore(name: 'inherited'): Reads<QuizSchema['inherited']['value']>
  objectStore(name: 'answers'): Reads<StoredAnswer>
}
type Reads<Value> = Gets<Value> & { index(name: 'runQuestion'): Gets<Value> }
type Gets<Value> = { getAll(range: IDBKeyRange): Promise<Value[]> }

/** Result of the work once the transaction is complete. One that fails or takes too long is aborted: it changes nothing. */
function finish<Result>(
  transaction: IDBPTransaction<QuizSchema, Names, IDBTransactionMode>,
  work: () => Promise<Result>,
): Promise<Result> {
  const abort = () => {
    try {
      transaction.abort()
      return true
    } catch {
      return false // it is complete or being completed, and that cannot be stopped
    }
  }
  const done = transaction.done
  const worked = work().catch((cause: unknown) => {
    abort()
    throw cause
  })
  return withinLimit(
    Promise.all([worked, done]).then(([result]) => result),
    abort,
  )
}

function ofUser(answers: readonly StoredAnswer[], userId: string, deviceId: string): LoggedAnswer[] {
  return answers.flatMap(({ userId: owner, key, ...answer }) =>
    owner === userId && key !== undefined ? [{ ...answer, deviceId, key }] : [],
  )
}

function withoutUser({ userId: _owner, ...answer }: LoggedAnswer & { userId: string }): LoggedAnswer {
  return answer
}
