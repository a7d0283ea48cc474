import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { marksSchema, questionSchema, type Question } from '@cognito-srp/contract'

import type { Bank, NewStats, QuizStore, StatsHead, StatsOutcome, StoredStats } from './quiz-store.ts'
import { inTransaction, openDatabase } from './sqlite-schema.ts'

const bankRowSchema = z.object({ version: z.string() })
const questionRowSchema = z.object({
  id: z.string(),
  question: z.string(),
  alternatives: z.string(),
  correct: z.number(),
  theme: z.string(),
})
const statsRowSchema = z.object({ version: z.string(), marks: z.string(), questions_stats: z.string() })

/**
 * The store in one SQLite file (WAL), for one machine; several processes may share the file.
 *
 * @param file path of the database, or `:memory:`
 * @throws StoreUnavailableError when it cannot be opened
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
    'INSERT INTO question (id, question, alternatives, correct, theme) VALUES (?, ?, ?, ?, ?)',
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
      for (const { id, question, alternatives, correct, theme } of next) {
        insertQuestion.run(id, question, JSON.stringify(alternatives), correct, theme)
      }
      updateVersion.run(randomUUID())
    },
  }
}

function prepareStats(database: DatabaseSync) {
  const selectStats = database.prepare('SELECT version, marks, questions_stats FROM stats WHERE user_id = ?')
  const upsertStats = database.prepare('INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?)')
  const read = (userId: string): StoredStats | null => {
    const row = selectStats.get(userId)
    if (row === undefined) return null
    const { version, marks, questions_stats } = statsRowSchema.parse(row)
    return { version, marks: marksSchema.parse(JSON.parse(marks)), questionsStatsJson: questions_stats }
  }
  const write = (userId: string, decide: (current: StatsHead | null) => NewStats | null): StatsOutcome => {
    const current = read(userId)
    const next = decide(current)
    if (next === null) return { status: 'refused', current }
    const version = randomUUID()
    upsertStats.run(userId, version, JSON.stringify(next.marks), next.questionsStatsJson)
    return { status: 'written', version, created: current === null }
  }
  return { read, write }
}

function toQuestion(row: unknown): Question {
  const columns = questionRowSchema.parse(row)
  return questionSchema.parse({ ...columns, alternatives: JSON.parse(columns.alternatives) })
}
