import type { Question, QuestionsStats, UserStats } from '@cognito-srp/contract'
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'

import { randomId } from '../random-id.ts'

const DATABASE_VERSION = 1
const DEVICE_ID = 'deviceId'

/** Answer as stored in a log. The device id and the key identify an answer across all logs. Keys of a log increase and are never reused. */
export type LoggedAnswer = {
  /** Id of the log: the id of its database, or of the page if there was no database. */
  deviceId: string
  key: number
  questionId: string
  /** Index of the chosen alternative. */
  selected: number
  correct: boolean
  /** Text of the chosen alternative as it was shown, because the bank may change. */
  chosen: string
  /** Text of the right alternative as it was shown. */
  right: string
  /** Id of the answer's run. */
  runId: string
  atMs: number
}

/** Answers sent in one PUT without marks. The batch is stored before the PUT is sent. */
export type SentBatch = {
  id: string
  answers: readonly Pick<LoggedAnswer, 'deviceId' | 'key' | 'questionId'>[]
  /** Counts that the PUT contains for the questions of these answers. */
  counts: QuestionsStats
  /** Whether the PUT got a 2xx response. Without such a response, the server's counts decide whether the batch arrived. */
  isAcknowledged: boolean
}

/** Known server statistics, with the marks and batches that show which logged answers the statistics contain. */
export type StatsBase = {
  document: UserStats
  /** Marks of the server: for each log, the statistics contain all answers up to this key. */
  held: Readonly<Record<string, number>>
  /** Batches that this device sent to a server without marks. */
  batches?: readonly SentBatch[]
  etag?: string
}

/** Answer in the database, which assigns the key when the answer is added. */
export type StoredAnswer = Omit<LoggedAnswer, 'deviceId' | 'key'> & { userId: string; key?: number }

/** Run that can be resumed, without its answers, which are in the log. */
export type StoredRun = {
  id: string
  userId: string
  questionIds: string[]
  startedAtMs: number
  /** Selection of the student. */
  selection: {
    themes: readonly string[]
    mode: 'bank' | 'random' | 'least-answered' | 'lowest-hits'
    limit?: number
    mistakesOnly?: boolean
  }
}

/** Progress of a run. */
export type RunProgress = {
  userId: string
  /** Id of the shown question. */
  currentId: string | undefined
  answered: number
  total: number
  /** Themes of the selection; an empty list means all themes. */
  themes: readonly string[]
  startedAtMs: number
  usedAtMs: number
  isEnded: boolean
}

export interface QuizSchema extends DBSchema {
  /** Names of this browser profile. `deviceId` is created and deleted with the log. */
  device: { key: string; value: string }
  /** Answer log, by increasing key. */
  answers: {
    key: number
    value: StoredAnswer
    indexes: { runQuestion: [runId: string, questionId: string] }
  }
  /** Answers from other logs that a page copied to this database: from a deleted database or from the page's memory. */
  inherited: {
    key: [userId: string, deviceId: string, key: number]
    value: LoggedAnswer & { userId: string }
    indexes: { runQuestion: [runId: string, questionId: string] }
  }
  /** Known server statistics, by user id. */
  bases: { key: string; value: StatsBase }
  /** Metadata of question banks, by API address. */
  banks: { key: string; value: { chunkCount: number; skipped: number; etag?: string } }
  /** Questions of a bank, by API address and chunk number, starting with 0. */
  bankChunks: { key: [apiUrl: string, place: number]; value: Question[] }
  runs: { key: string; value: StoredRun; indexes: { userId: string } }
  /** Progress of runs, by run id. The progress is stored separately, because a run can be large and does not change. */
  progress: { key: string; value: RunProgress }
}

/** Database with the study data and the question banks that the app stores on this device. */
export type QuizDatabase = IDBPDatabase<QuizSchema> & { readonly deviceId: string }

/**
 * Opens the database, creating it on the first visit.
 *
 * @param onLost called when the browser closes the database, or another tab deletes or upgrades it, while this page uses it
 * @throws DOMException if the browser blocks storage, with the name VersionError if a newer version of the app has upgraded the
 *   database; Error if the database has no device id
 */
export async function openQuizDatabase(name: string, onLost = () => {}, newDeviceId = randomId): Promise<QuizDatabase> {
  const database = await openDB<QuizSchema>(name, DATABASE_VERSION, {
    upgrade: (opened) => createStores(opened, newDeviceId()),
    blocking(_current, _blocked, event) {
      onLost() // the listener runs before the database closes, because the other tab continues then
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: onLost,
  })
  const deviceId = await database.get('device', DEVICE_ID)
  if (deviceId !== undefined) return Object.assign(database, { deviceId })
  database.close()
  throw new Error('The database on this device has no device id. Clear the site data.')
}

function createStores(opened: IDBPDatabase<QuizSchema>, deviceId: string): void {
  const answers = opened.createObjectStore('answers', { keyPath: 'key', autoIncrement: true })
  const inherited = opened.createObjectStore('inherited', { keyPath: ['userId', 'deviceId', 'key'] })
  for (const store of [answers, inherited]) store.createIndex('runQuestion', ['runId', 'questionId'])
  opened.createObjectStore('runs', { keyPath: 'id' }).createIndex('userId', 'userId')
  for (const name of ['bases', 'banks', 'bankChunks', 'progress'] as const) opened.createObjectStore(name)
  void opened.createObjectStore('device').add(deviceId, DEVICE_ID) // if this fails, opening the database also fails
}
