import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'

import type { Question } from '../api/schemas.ts'
import type { LoggedAnswer, StatsBase } from '../sync/merge.ts'

const DATABASE_VERSION = 1
const DEVICE_ID = 'deviceId'

/** An answer without its key, which the database gives. */
export type StoredAnswer = Omit<LoggedAnswer, 'key'> & { userId: string; key?: number }

/** A quiz that can be resumed; its answers are in the log under the same session id. */
export type StoredQuiz = { id: string; userId: string; questionIds: string[]; startedAtMs: number }

interface QuizSchema extends DBSchema {
  /** Names of this browser profile; `deviceId` is as old as the log and dies with it. */
  device: { key: string; value: string }
  /** The answer log, by growing key. */
  answers: { key: number; value: StoredAnswer; indexes: { sessionId: string } }
  /** What the server is known to hold, by user id. */
  bases: { key: string; value: StatsBase }
  /** Question banks by API address. */
  banks: { key: string; value: { questions: Question[]; etag?: string } }
  quizzes: { key: string; value: StoredQuiz; indexes: { userId: string } }
  /** Id of the question on screen, by quiz id; apart from `quizzes`, which can be large and never change. */
  positions: { key: string; value: string }
}

/** Everything the app keeps on this device, except the session's tokens. */
export type QuizDatabase = IDBPDatabase<QuizSchema> & { readonly deviceId: string }

/**
 * Opens the database, creating it on the first visit.
 *
 * @throws DOMException where the browser refuses storage
 */
export async function openQuizDatabase(name: string, newDeviceId = () => crypto.randomUUID()): Promise<QuizDatabase> {
  const database = await openDB<QuizSchema>(name, DATABASE_VERSION, {
    async upgrade(created) {
      created
        .createObjectStore('answers', { keyPath: 'key', autoIncrement: true })
        .createIndex('sessionId', 'sessionId')
      created.createObjectStore('bases')
      created.createObjectStore('banks')
      created.createObjectStore('quizzes', { keyPath: 'id' }).createIndex('userId', 'userId')
      created.createObjectStore('positions')
      await created.createObjectStore('device').add(newDeviceId(), DEVICE_ID)
    },
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close() // another tab wants to upgrade or delete it
    },
  })
  const deviceId = await database.get('device', DEVICE_ID)
  if (deviceId === undefined) throw new Error('The database on this device has no device id. Clear the site data.')
  return Object.assign(database, { deviceId })
}
