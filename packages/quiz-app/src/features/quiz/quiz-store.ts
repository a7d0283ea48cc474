import type { Question } from '../../api/schemas.ts'
import type { QuizDatabase } from '../../storage/database.ts'
import type { AnswerLog } from '../../sync/answer-log.ts'
import type { Quiz } from './quiz.ts'

/** Keeps the order of a new quiz so that a reload resumes it; earlier ones of the user are forgotten. */
export async function saveQuiz(database: QuizDatabase, userId: string, quiz: Quiz, nowMs: number): Promise<void> {
  const transaction = database.transaction(['quizzes', 'positions'], 'readwrite')
  const quizzes = transaction.objectStore('quizzes')
  for (const earlier of await quizzes.index('userId').getAllKeys(userId)) {
    await quizzes.delete(earlier)
    await transaction.objectStore('positions').delete(earlier)
  }
  const questionIds = quiz.questions.map(({ id }) => id)
  await quizzes.put({ id: quiz.id, userId, questionIds, startedAtMs: nowMs })
  await transaction.done
}

/** Keeps which question is on screen. */
export async function savePosition(database: QuizDatabase, quiz: Quiz): Promise<void> {
  const question = quiz.questions[quiz.index]
  if (question) await database.put('positions', question.id, quiz.id)
}

/** The user's last quiz with its answers; null when there is none or its questions left the bank. */
export async function loadQuiz(
  database: QuizDatabase,
  log: AnswerLog,
  userId: string,
  bank: readonly Question[],
): Promise<Quiz | null> {
  const stored = (await database.getAllFromIndex('quizzes', 'userId', userId)).at(-1)
  if (stored === undefined) return null
  const byId = new Map(bank.map((question) => [question.id, question]))
  const questions = stored.questionIds.flatMap((id) => byId.get(id) ?? [])
  if (questions.length === 0) return null

  const selected = new Map<string, number>()
  for (const { questionId, selected: choice } of await log.readSession(userId, stored.id)) {
    if (!selected.has(questionId)) selected.set(questionId, choice) // the first answer is the locked one
  }
  const position = await database.get('positions', stored.id)
  const index = questions.findIndex(({ id }) => id === position)
  return { id: stored.id, questions, selected, index: Math.max(index, 0) }
}

/** Forgets the user's quiz: the next one starts afresh. */
export async function forgetQuiz(database: QuizDatabase, userId: string): Promise<void> {
  for (const id of await database.getAllKeysFromIndex('quizzes', 'userId', userId)) await database.delete('quizzes', id)
}
