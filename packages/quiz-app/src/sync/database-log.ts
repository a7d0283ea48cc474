import type { IDBPTransaction } from 'idb'

import type { LoggedAnswer, QuizDatabase, QuizSchema, StatsBase, StoredAnswer } from '../storage/database.ts'
import { forgetRuns } from '../storage/kept-runs.ts'
import { withinLimit } from '../storage/within-limit.ts'
import type { ChooseErased, LogStore, Recorded } from './log-store.ts'
import { containedIn, newerBase } from './merge.ts'
import type { LocalStats } from './merge.ts'

const STORES = ['bases', 'inherited', 'answers'] as const

/** Transaction on the log and its bases. */
type Log<Mode extends IDBTransactionMode = IDBTransactionMode> = IDBPTransaction<QuizSchema, typeof STORES, Mode>

/**
 * Creates the log in IndexedDB. Sent answers stay in the log, because they must be sent again if a stale write removes them from the
 * server.
 */
export function createDatabaseLog(database: QuizDatabase): LogStore {
  const { deviceId } = database
  const read = <Result>(work: (log: Log) => Promise<Result>) => finish(database.transaction(STORES), work)
  const write = <Result>(work: (log: Log<'readwrite'>) => Promise<Result>) =>
    finish(database.transaction(STORES, 'readwrite', { durability: 'strict' }), work)

  const store: LogStore = {
    deviceId,
    append: (userId, answers, base) =>
      write(async (log) => {
        const recorded: Recorded[] = []
        for (const given of answers) {
          const place = IDBKeyRange.only([given.runId, given.questionId])
          const [earlier] = await answersOf(log, deviceId, userId, place)
          const key = earlier ? 0 : await log.objectStore('answers').add({ ...given, userId })
          recorded.push({ answer: earlier ?? { ...given, deviceId, key }, isNew: !earlier })
        }
        return { recorded, pending: await answersBeyond(log, deviceId, userId, base) }
      }),
    read: (userId) => read((log) => localStats(log, deviceId, userId)),
    readPending: (userId, base) => read((log) => answersBeyond(log, deviceId, userId, base)),
    updateBase: (userId, change) =>
      write(async (log) => {
        const base = change(await localStats(log, deviceId, userId))
        await log.objectStore('bases').put(base, userId)
        return { base, pending: await answersBeyond(log, deviceId, userId, base) }
      }),
    inherit: (userId, { base, answers }) =>
      write(async (log) => {
        const others = [...answers].filter((answer) => answer.deviceId !== deviceId)
        for (const answer of others) await log.objectStore('inherited').put({ ...answer, userId })
        const newer = newerBase((await log.objectStore('bases').get(userId)) ?? null, base)
        if (newer !== null) await log.objectStore('bases').put(newer, userId)
      }),
    readRunAnswers: (userId, runId) =>
      read((log) => answersOf(log, deviceId, userId, IDBKeyRange.bound([runId], [runId, []]))),
    async readAll(userId) {
      const runs = await withinLimit(database.getAllFromIndex('runs', 'userId', userId))
      const { base } = await read((log) => localStats(log, deviceId, userId))
      const answers = await read((log) => answersBeyond(log, deviceId, userId, null))
      return { base, answers, runs }
    },
    async erase(userId) {
      await withinLimit(forgetRuns(database, userId))
      await store.eraseWhere(userId, () => () => true)
    },
    eraseWhere: (userId, choose) => write((log) => eraseWhere(log, deviceId, userId, choose)),
  }
  return store
}

async function localStats(log: Log, deviceId: string, userId: string): Promise<LocalStats> {
  const base = (await log.objectStore('bases').get(userId)) ?? null
  return { base, pending: await answersBeyond(log, deviceId, userId, base) }
}

/** Returns the user's answers that a base does not contain: first the answers of other logs, then those of this log. */
async function answersBeyond(
  log: Log,
  deviceId: string,
  userId: string,
  base: StatsBase | null,
): Promise<LoggedAnswer[]> {
  const isContained = containedIn(base)
  const [inherited, own] = await Promise.all([
    log.objectStore('inherited').getAll(IDBKeyRange.bound([userId], [userId, []])),
    log.objectStore('answers').getAll(IDBKeyRange.lowerBound(base?.held[deviceId] ?? 0, true)),
  ])
  return [...inherited.map(withoutUser), ...ofUser(own, userId, deviceId)].filter((answer) => !isContained(answer))
}

/** Returns the user's answers in a key range of the index `runQuestion`, oldest first. */
async function answersOf(log: Log, deviceId: string, userId: string, range: IDBKeyRange): Promise<LoggedAnswer[]> {
  const [inherited, own] = await Promise.all([
    log.objectStore('inherited').index('runQuestion').getAll(range),
    log.objectStore('answers').index('runQuestion').getAll(range),
  ])
  const inheritedByUser = inherited.filter((answer) => answer.userId === userId).map(withoutUser)
  return [...inheritedByUser, ...ofUser(own, userId, deviceId)].sort((one, other) => one.atMs - other.atMs)
}

async function eraseWhere(
  log: Log<'readwrite'>,
  deviceId: string,
  userId: string,
  choose: ChooseErased,
): Promise<LocalStats> {
  const local = await localStats(log, deviceId, userId)
  const isErased = choose(local)
  if (isErased === null) return local
  for (const answer of (await answersBeyond(log, deviceId, userId, null)).filter(isErased)) {
    if (answer.deviceId === deviceId) await log.objectStore('answers').delete(answer.key)
    else await log.objectStore('inherited').delete([userId, answer.deviceId, answer.key])
  }
  await log.objectStore('bases').delete(userId)
  return local
}

/**
 * Returns the result of the work when the transaction is complete. A transaction that fails or takes too long is aborted and changes
 * nothing, unless the browser is already completing it.
 */
function finish<Mode extends IDBTransactionMode, Result>(
  log: Log<Mode>,
  work: (log: Log<Mode>) => Promise<Result>,
): Promise<Result> {
  const abort = () => {
    try {
      log.abort()
      return true
    } catch {
      return false // the transaction is complete or is being completed, so it cannot be aborted
    }
  }
  const done = log.done
  const worked = work(log).catch((cause: unknown) => {
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
