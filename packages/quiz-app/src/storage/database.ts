import type { Question, UserStats } from '@cognito-srp/contract'
import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'

import { randomId } from '../random-id.ts'

const DATABASE_VERSION = 2
const DEVICE_ID = 'deviceId'

/** An answer as the log keeps it; keys grow by log and are never used again. */
export type LoggedAnswer = {
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

/** Server statistics this device knows, which contain its own log up to and including `lastKey`. */
export type StatsBase = { document: UserStats; lastKey: number; etag?: string }

/** An answer in the database, which gives the key: one that is to be added has none yet. */
export type StoredAnswer = Omit<LoggedAnswer, 'key'> & { userId: string; key?: number }

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
  startedAtMs: number
  usedAtMs: number
  isEnded: boolean
}

export interface QuizSchema extends DBSchema {
  /** Names of this browser profile; `deviceId` is as old as the log and dies with it. */
  device: { key: string; value: string }
  /** The answer log, by growing key. */
  answers: { key: number; value: StoredAnswer; indexes: { sessionId: string } }
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
 * @throws DOMException where the browser refuses storage
 */
export async function openQuizDatabase(name: string, newDeviceId = randomId): Promise<QuizDatabase> {
  const database = await openDB<QuizSchema>(name, DATABASE_VERSION, {
    async upgrade(opened, oldVersion) {
      if (oldVersion === 0) await createStores(opened, newDeviceId())
      else opened.deleteObjectStore('banks') // version 1 kept each bank in one piece; the server has it too
      opened.createObjectStore('banks')
      opened.createObjectStore('bankChunks')
    },
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close() // another tab wants to upgrade or delete it
    },
  })
  const deviceId = await database.get('device', DEVICE_ID)
  if (deviceId === undefined) throw new Error('The database on this device has no device id. Clear the site data.')
  return Object.assign(database, { deviceId })
}

/** All stores but those of the question banks. */
async function createStores(created: IDBPDatabase<QuizSchema>, deviceId: string): Promise<void> {
  created.createObjectStore('answers', { keyPath: 'key', autoIncrement: true }).createIndex('sessionId', 'sessionId')
  created.createObjectStore('bases')
  created.createObjectStore('quizzes', { keyPath: 'id' }).createIndex('userId', 'userId')
  created.createObjectStore('positions')
  await created.createObjectStore('device').add(deviceId, DEVICE_ID)
}
