import type { QuizDatabase, StoredQuiz } from './database.ts'

/** What a reload needs to go on with a quiz; its answers are in the log, with its id as their `sessionId`. */
export type KeptQuiz = { id: string; questionIds: readonly string[]; currentId: string | undefined }

/** Keeps the order of a new quiz so that a reload resumes it; earlier ones of the user are forgotten. */
export async function saveQuiz(database: QuizDatabase, quiz: StoredQuiz): Promise<void> {
  await replaceQuizzes(database, quiz.userId, quiz)
}

/** Keeps which question is on screen. */
export async function savePosition(database: QuizDatabase, quizId: string, questionId: string): Promise<void> {
  await database.put('positions', questionId, quizId)
}

/** The user's last quiz; null when there is none. */
export async function readQuiz(database: QuizDatabase, userId: string): Promise<KeptQuiz | null> {
  const stored = (await database.getAllFromIndex('quizzes', 'userId', userId)).at(-1)
  if (stored === undefined) return null
  const { id, questionIds } = stored
  return { id, questionIds, currentId: await database.get('positions', id) }
}

/** Forgets the user's quiz: the next one starts afresh. */
export async function forgetQuiz(database: QuizDatabase, userId: string): Promise<void> {
  await replaceQuizzes(database, userId, null)
}

/** Deletes the quizzes of a user with their positions, and puts the next one in their place, all in one step. */
async function replaceQuizzes(database: QuizDatabase, userId: string, next: StoredQuiz | null): Promise<void> {
  const transaction = database.transaction(['quizzes', 'positions'], 'readwrite')
  const quizzes = transaction.objectStore('quizzes')
  for (const earlier of await quizzes.index('userId').getAllKeys(userId)) {
    await quizzes.delete(earlier)
    await transaction.objectStore('positions').delete(earlier)
  }
  if (next !== null) await quizzes.put(next)
  await transaction.done
}
