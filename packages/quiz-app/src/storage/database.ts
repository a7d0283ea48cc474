import type { Question, QuestionsStats, UserStats } from '@cognito-srp/contract'
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'

import { randomId } from '../random-id.ts'

const DATABASE_VERSION = 3
const DEVICE_ID = 'deviceId'

/** An answer as a log keeps it. Its log and its key name it everywhere; keys grow by log and are never used again. */
export type LoggedAnswer = {
  /** The log that it was given into: the id of that database, or of that page where there was none. */
  deviceId: string
  key: number
  questionId: string
  /** Index of the chosen alternative. */
  selected: number
  correct: boolean
  /** Text of the chosen alternative as it was shown: the bank may change. Earlier versions did not keep it. */
  chosen?: string | undefined
  /** Text of the right alternative as it was shown. */
  right?: string | undefined
  /** Id of the quiz the answer was given in. A quiz is no session, but the databases of students have this name. */
  sessionId: string
  atMs: number
}

/** The answers that one PUT without marks carries. It is stored before the PUT leaves. */
export type SentBatch = {
  id: string
  answers: readonly Pick<LoggedAnswer, 'deviceId' | 'key' | 'questionId'>[]
  /** The counts that the PUT gives to the questions of these answers. */
  counts: QuestionsStats
  /** Whether the PUT was answered with a 2xx. Otherwise the batch is in doubt: the counts of the server decide. */
  isAcknowledged: boolean
}

/** Server statistics that this device knows, and which logged answers they contain. */
export type StatsBase = {
  document: UserStats
  /** By log the last key that the statistics contain, with all before it: the marks of the server. */
  held: Readonly<Record<string, number>>
  /** What this device sent to a server without marks. */
  batches?: readonly SentBatch[]
  etag?: string
}

/** An answer in its own database, which gives the key: one that is to be added has none yet. */
export type StoredAnswer = Omit<LoggedAnswer, 'deviceId' | 'key'> & { userId: string; key?: number }

/** A quiz that can be resumed; its answers are in the log, with its id as their `sessionId`. */
export type StoredQuiz = {
  id: string
  userId: string
  questionIds: string[]
  startedAtMs: number
  /** What the person asked for; earlier versions did not keep it. */
  selection?: {
    themes: readonly string[]
    mode: 'bank' | 'random' | 'least-answered' | 'lowest-hits'
    limit?: number
    mistakesOnly?: boolean
  }
}

/** How far a quiz is. */
export type RunProgress = {
  userId: string
  /** Id of the question on screen. */
  currentId: string | undefined
  answered: number
  total: number
  /** What it was chosen from, none meaning all; earlier versions did not keep it. */
  themes?: readonly string[]
  startedAtMs: number
  usedAtMs: number
  isEnded: boolean
}

export interface QuizSchema extends DBSchema {
  /** Names of this browser profile; `deviceId` is as old as the log and dies with it. */
  device: { key: string; value: string }
  /** The answer log, by growing key. */
  answers: {
    key: number
    value: StoredAnswer
    indexes: { sessionId: string; runQuestion: [sessionId: string, questionId: string] }
  }
  /** Answers of other logs, which a page brought along when their database was lost under it. */
  inherited: {
    key: [userId: string, deviceId: string, key: number]
    value: LoggedAnswer & { userId: string }
    indexes: { runQuestion: [sessionId: string, questionId: string] }
  }
  /** What the server is known to hold, by user id. */
  bases: { key: string; value: StatsBase }
  /** What is known of a question bank, by API address. */
  banks: { key: string; value: { chunkCount: number; skipped?: number; etag?: string } }
  /** The questions of a bank, by API address and place from 0 on. */
  bankChunks: { key: [apiUrl: string, place: number]; value: Question[] }
  quizzes: { key: string; value: StoredQuiz; indexes: { userId: string } }
  /** How far a quiz is, by its id; apart from `quizzes`, which can be large and never change. Once only the question's id. */
  positions: { key: string; value: RunProgress | string }
}

/** Everything the app keeps on this device, except the session's tokens. */
export type QuizDatabase = IDBPDatabase<QuizSchema> & { readonly deviceId: string }

/**
 * Opens the database, creating it on the first visit.
 *
 * @param onLost told when the browser or another tab closes, deletes or upgrades it under this page
 * @throws DOMException where the browser refuses storage, and with the name VersionError where it is of a newer app
 */
export async function openQuizDatabase(name: string, onLost = () => {}, newDeviceId = randomId): Promise<QuizDatabase> {
  const database = await openDB<QuizSchema>(name, DATABASE_VERSION, {
    upgrade(opened, oldVersion, _newVersion, transaction) {
      void upgrade(opened, oldVersion, transaction, newDeviceId) // a failure of it aborts the transaction, and opening fails
    },
    blocking(_current, _blocked, event) {
      onLost() // before closing, which lets the other tab go on
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: onLost,
  })
  const deviceId = await database.get('device', DEVICE_ID)
  if (deviceId !== undefined) return Object.assign(database, { deviceId })
  database.close()
  throw new Error('The database on this device has no device id. Clear the site data.')
}

type Upgrade = IDBPTransaction<QuizSchema, StoreNames<QuizSchema>[], 'versionchange'>

/** Makes what is missing, whatever somebody left under this name, and keeps what is there. */
async function upgrade(
  opened: IDBPDatabase<QuizSchema>,
  oldVersion: number,
  transaction: Upgrade,
  newDeviceId: () => string,
): Promise<void> {
  const has = (name: StoreNames<QuizSchema>) => opened.objectStoreNames.contains(name)
  if (oldVersion === 1 && has('banks')) opened.deleteObjectStore('banks') // in one piece; the server has it too

  if (!has('answers')) opened.createObjectStore('answers', { keyPath: 'key', autoIncrement: true })
  if (!has('inherited')) opened.createObjectStore('inherited', { keyPath: ['userId', 'deviceId', 'key'] })
  if (!has('quizzes')) opened.createObjectStore('quizzes', { keyPath: 'id' })
  for (const name of ['device', 'bases', 'banks', 'bankChunks', 'positions'] as const) {
    if (!has(name)) opened.createObjectStore(name)
  }

  const answers = transaction.objectStore('answers')
  const inherited = transaction.objectStore('inherited')
  const quizzes = transaction.objectStore('quizzes')
  const runQuestion = ['sessionId', 'questionId']
  if (!answers.indexNames.contains('sessionId')) answers.createIndex('sessionId', 'sessionId')
  if (!answers.indexNames.contains('runQuestion')) answers.createIndex('runQuestion', runQuestion)
  if (!inherited.indexNames.contains('runQuestion')) inherited.createIndex('runQuestion', runQuestion)
  if (!quizzes.indexNames.contains('userId')) quizzes.createIndex('userId', 'userId')

  const device = transaction.objectStore('device')
  const known = await device.get(DEVICE_ID)
  if (known !== undefined) await nameTheLogOfBases(transaction, known)
  else if ((await answers.count()) === 0) await device.add(newDeviceId(), DEVICE_ID)
}

/** Up to version 2 a base named one key, of this database's own log. */
async function nameTheLogOfBases(transaction: Upgrade, deviceId: string): Promise<void> {
  const bases = transaction.objectStore('bases')
  for (const userId of await bases.getAllKeys()) {
    const base = (await bases.get(userId)) as StatsBase & { lastKey?: number }
    const { lastKey, ...rest } = base
    if (lastKey !== undefined) await bases.put({ ...rest, held: { [deviceId]: lastKey } }, userId)
  }
}
