import type { Question, QuestionsStats, UserStats } from '@cognito-srp/contract'
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'

import { randomId } from '../random-id.ts'

const DATABASE_VERSION = 1
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
  /** Text of the chosen alternative as it was shown: the bank may change. */
  chosen: string
  /** Text of the right alternative as it was shown. */
  right: string
  /** Id of the run in which the answer was given. */
  runId: string
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

/** A run that can be resumed; its answers are in the log. */
export type StoredRun = {
  id: string
  userId: string
  questionIds: string[]
  startedAtMs: number
  /** What the student asked for. */
  selection: {
    themes: readonly string[]
    mode: 'bank' | 'random' | 'least-answered' | 'lowest-hits'
    limit?: number
    mistakesOnly?: boolean
  }
}

/** How far a run is. */
export type RunProgress = {
  userId: string
  /** Id of the question on screen. */
  currentId: string | undefined
  answered: number
  total: number
  /** The themes that its questions were chosen from; empty means all themes. */
  themes: readonly string[]
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
    indexes: { runQuestion: [runId: string, questionId: string] }
  }
  /** Answers of other logs, which a page brought along when their database was lost under it. */
  inherited: {
    key: [userId: string, deviceId: string, key: number]
    value: LoggedAnswer & { userId: string }
    indexes: { runQuestion: [runId: string, questionId: string] }
  }
  /** What the server is known to hold, by user id. */
  bases: { key: string; value: StatsBase }
  /** What is known of a question bank, by API address. */
  banks: { key: string; value: { chunkCount: number; skipped: number; etag?: string } }
  /** The questions of a bank, by API address and place from 0 on. */
  bankChunks: { key: [apiUrl: string, place: number]; value: Question[] }
  runs: { key: string; value: StoredRun; indexes: { userId: string } }
  /** How far a run is, by its id; apart from `runs`, which can be large and never change. */
  progress: { key: string; value: RunProgress }
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
    upgrade: (opened) => createStores(opened, newDeviceId()),
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

function createStores(opened: IDBPDatabase<QuizSchema>, deviceId: string): void {
  const answers = opened.createObjectStore('answers', { keyPath: 'key', autoIncrement: true })
  const inherited = opened.createObjectStore('inherited', { keyPath: ['userId', 'deviceId', 'key'] })
  for (const store of [answers, inherited]) store.createIndex('runQuestion', ['runId', 'questionId'])
  opened.createObjectStore('runs', { keyPath: 'id' }).createIndex('userId', 'userId')
  for (const name of ['bases', 'banks', 'bankChunks', 'progress'] as const) opened.createObjectStore(name)
  void opened.createObjectStore('device').add(deviceId, DEVICE_ID) // if it fails, so does opening
}
