import { marksSchema, questionSchema, type Question } from '@cognito-srp/contract'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

import {
  StoreUnavailableError,
  type Bank,
  type DecideStats,
  type DeletionOutcome,
  type QuizStore,
  type StatsHead,
  type StatsOutcome,
  type StoredStats,
} from './quiz-store.ts'

/** Maximum time that a statement waits for another process's transaction, such as an import. */
const BUSY_TIMEOUT_MS = 5_000

const SCHEMA_VERSION = 1

/**
 * Mode of a new database file, which SQLite also uses for its additional files. Only the server's account may read
 * students' data.
 */
const PRIVATE_FILE = 0o600

const SCHEMA = `
  CREATE TABLE bank (
    singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
    version TEXT NOT NULL
  ) STRICT;
  INSERT INTO bank VALUES (1, 'empty');
  CREATE TABLE question (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    question TEXT NOT NULL,
    alternatives TEXT NOT NULL CHECK (json_valid(alternatives)),
    correct INTEGER NOT NULL,
    theme TEXT NOT NULL,
    explanation TEXT
  ) STRICT;
  CREATE TABLE stats (
    user_id TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    marks TEXT NOT NULL,
    questions_stats TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

const bankRowSchema = z.object({ version: z.string() })
const questionRowSchema = z.object({
  id: z.string(),
  question: z.string(),
  alternatives: z.string(),
  correct: z.number(),
  theme: z.string(),
  explanation: z.nullable(z.string()),
})
const headRowSchema = z.object({ version: z.string(), marks: z.string() })
const statsRowSchema = z.object({ ...headRowSchema.shape, questions_stats: z.string() })

/**
 * Opens a store in one SQLite file (WAL) on one machine. Several processes can share the file.
 *
 * @param file path of the database, or `:memory:`
 * @throws StoreUnavailableError when the file cannot be opened or was written by a newer version
 */
export function openSqliteStore(file: string): QuizStore {
  const database = openDatabase(file)
  const bank = prepareBank(database)
  const stats = prepareStats(database)
  return {
    bankVersion: async () => bank.version(),
    readBank: async () => bank.read(),
    updateBank: async (change) => {
      inTransaction(database, () => bank.update(change))
    },
    readStats: async (userId) => stats.read(userId),
    writeStats: async (userId, decide) => inTransaction(database, () => stats.write(userId, decide)),
    deleteStats: async (userId, decide) => inTransaction(database, () => stats.delete(userId, decide)),
    check: async () => void bank.version(),
    close: async () => database.close(),
  }
}

function prepareBank(database: DatabaseSync) {
  const selectVersion = database.prepare('SELECT version FROM bank')
  const updateVersion = database.prepare('UPDATE bank SET version = ?')
  const selectQuestions = database.prepare('SELECT * FROM question ORDER BY position')
  const deleteQuestions = database.prepare('DELETE FROM question')
  const insertQuestion = database.prepare(
    'INSERT INTO question (id, question, alternatives, correct, theme, explanation) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const version = () => bankRowSchema.parse(selectVersion.get()).version
  const questions = () => selectQuestions.all().map(toQuestion)
  return {
    version,
    read: (): Bank => ({ version: version(), questions: questions() }),
    update: (change: (current: readonly Question[]) => readonly Question[] | null) => {
      const next = change(questions())
      if (next === null) return
      deleteQuestions.run()
      for (const { id, question, alternatives, correct, theme, explanation } of next) {
        insertQuestion.run(id, question, JSON.stringify(alternatives), correct, theme, explanation ?? null)
      }
      updateVersion.run(randomUUID())
    },
  }
}

function prepareStats(database: DatabaseSync) {
  const selectHead = database.prepare('SELECT version, marks FROM stats WHERE user_id = ?')
  const selectStats = database.prepare('SELECT version, marks, questions_stats FROM stats WHERE user_id = ?')
  const upsertStats = database.prepare('INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?)')
  const deleteStats = database.prepare('DELETE FROM stats WHERE user_id = ?')
  const head = (userId: string): StatsHead | null => {
    const row = selectHead.get(userId)
    return row === undefined ? null : toHead(headRowSchema.parse(row))
  }
  const read = (userId: string): StoredStats | null => {
    const row = selectStats.get(userId)
    if (row === undefined) return null
    const { questions_stats: questionsStatsJson, ...head } = statsRowSchema.parse(row)
    return { ...toHead(head), questionsStatsJson }
  }
  const write = <Reason extends string>(userId: string, decide: DecideStats<Reason>): StatsOutcome<Reason> => {
    const current = head(userId)
    const next = decide(current)
    if (typeof next === 'string') return { status: 'refused', reason: next, current }
    const stats: StoredStats = { ...next, version: randomUUID() }
    upsertStats.run(userId, stats.version, JSON.stringify(stats.marks), stats.questionsStatsJson)
    return { status: 'written', stats, created: current === null }
  }
  const remove = <Reason extends string>(
    userId: string,
    decide: (current: StatsHead | null) => Reason | null,
  ): DeletionOutcome<Reason> => {
    const current = head(userId)
    const reason = decide(current)
    if (reason !== null) return { status: 'refused', reason, current }
    deleteStats.run(userId)
    return { status: 'deleted' }
  }
  return { read, write, delete: remove }
}

function toHead({ version, marks }: z.infer<typeof headRowSchema>): StatsHead {
  return { version, marks: marksSchema.parse(JSON.parse(marks)) }
}

function toQuestion(row: unknown): Question {
  const { alternatives, explanation, ...columns } = questionRowSchema.parse(row)
  const explained = explanation === null ? {} : { explanation }
  return questionSchema.parse({ ...columns, alternatives: JSON.parse(alternatives), ...explained })
}

/**
 * Opens the database in WAL mode and flushes every commit to the disk, so that an acknowledged write survives a power
 * failure. Creates folder, file and tables if they are missing.
 *
 * @throws StoreUnavailableError when the file cannot be opened or was written by a newer version
 */
function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true })
      closeSync(openSync(file, 'a', PRIVATE_FILE)) // SQLite would create it readable for all users
    }
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    inTransaction(database, () => createTables(database, file))
    return database
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StoreUnavailableError(
      `Cannot open the database ${file}: ${reason}. Check that the folder is writable and the file is a database.`,
      { cause: error },
    )
  }
}

/** Runs `work` in a transaction that takes the write lock immediately. An exception rolls the transaction back. */
function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function createTables(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > SCHEMA_VERSION) {
    throw new StoreUnavailableError(
      `A newer version of this program wrote the database ${file}. Use that version, or another file.`,
    )
  }
  if (version === 0) database.exec(SCHEMA)
}
