import { atom } from 'jotai'

import type { Question } from '../../api/schemas.ts'
import { logFailure } from '../../failure-log.ts'
import { usernameAtom } from '../../session/auth.ts'
import { databaseAtom } from '../../storage/storage-atoms.ts'
import { answerLogAtom, isStatsLoadedAtom, recordAnswerAtom, tallyOfAtom } from '../../sync/sync-atoms.ts'
import { bankAtom } from '../../questions/bank-atoms.ts'
import { orderQuestions } from '../../questions/ordering.ts'
import type { OrderMode } from '../../questions/ordering.ts'
import { chooseAlternative, currentQuestion, moveBy, startQuiz, wrongQuestions } from './quiz.ts'
import type { Quiz } from './quiz.ts'
import { loadQuiz, savePosition, saveQuiz } from './quiz-store.ts'
import { filterByThemes } from '../../questions/themes.ts'

/** What a person asked for: the questions of some themes (none means all) in some order. */
export type QuizRequest = { themes: readonly string[]; mode: OrderMode }

const quizRequestAtom = atom<QuizRequest | null>(null)

/** The quiz on screen; null while none has been prepared. */
export const quizAtom = atom<Quiz | null>(null)

/** Whether an answer is on its way into the log: until it is safe, a second press does nothing. */
const isAnsweringAtom = atom(false)

/** Whether the last answer could not be kept on this device. */
export const isAnswerRefusedAtom = atom(false)

/** Asks for a new quiz; it is prepared as soon as the questions, and the statistics it is ordered by, are there. */
export const requestQuizAtom = atom(null, (_get, set, request: QuizRequest) => {
  set(quizAtom, null)
  set(quizRequestAtom, request)
})

/** The quiz is over: the next one is asked for or resumed. */
export const closeQuizAtom = atom(null, (_get, set) => {
  set(quizAtom, null)
  set(quizRequestAtom, null)
  set(isAnswerRefusedAtom, false)
})

/** Whether everything is there that the next quiz needs. */
export const canPrepareQuizAtom = atom((get) => {
  const mode = get(quizRequestAtom)?.mode
  const isOrderedByStats = mode === 'least-answered' || mode === 'lowest-hits'
  return get(bankAtom).status === 'ready' && (!isOrderedByStats || get(isStatsLoadedAtom))
})

/** Prepares what was asked for; otherwise resumes the last quiz, or else takes all questions in the bank's order. */
export const prepareQuizAtom = atom(null, async (get, set) => {
  const bank = get(bankAtom)
  const userId = get(usernameAtom)
  if (get(quizAtom) !== null || bank.status !== 'ready' || userId === null) return
  const request = get(quizRequestAtom)
  const resumed = request === null ? await set(resumeQuizAtom, userId, bank.questions) : null
  if (get(quizAtom) !== null) return
  if (resumed) return set(quizAtom, resumed)

  const { themes, mode } = request ?? { themes: [], mode: 'bank' }
  set(beginQuizAtom, orderQuestions(filterByThemes(bank.questions, themes), mode, get(tallyOfAtom)))
})

/** Starts a quiz of just the questions that went wrong in this one. */
export const reviewErrorsAtom = atom(null, (get, set) => {
  const quiz = get(quizAtom)
  if (quiz) set(beginQuizAtom, wrongQuestions(quiz))
})

/** Answers the question on screen, once: first into the log, then on the screen. */
export const answerAtom = atom(null, async (get, set, alternative: number) => {
  const quiz = get(quizAtom)
  const question = quiz && currentQuestion(quiz)
  if (!question || question.answered || get(isAnsweringAtom)) return
  const correct = alternative === question.correct
  set(isAnsweringAtom, true)
  try {
    const given = { questionId: question.id, selected: alternative, correct, sessionId: quiz.id, atMs: Date.now() }
    await set(recordAnswerAtom, given)
    set(quizAtom, (current) => current && chooseAlternative(current, question.id, alternative))
    set(isAnswerRefusedAtom, false)
  } catch (cause) {
    logFailure('The answer could not be kept on this device.', cause)
    set(isAnswerRefusedAtom, true)
  } finally {
    set(isAnsweringAtom, false)
  }
})

export const moveAtom = atom(null, (get, set, step: 1 | -1) => {
  const quiz = get(quizAtom)
  if (!quiz) return
  const moved = moveBy(quiz, step)
  set(quizAtom, moved)
  void keep('The position in the quiz', get(databaseAtom), (database) => savePosition(database, moved))
})

const beginQuizAtom = atom(null, (get, set, questions: readonly Question[]) => {
  const userId = get(usernameAtom)
  const quiz = startQuiz(crypto.randomUUID(), questions)
  set(quizRequestAtom, null)
  set(quizAtom, quiz)
  if (userId === null) return
  void keep('The quiz', get(databaseAtom), (database) => saveQuiz(database, userId, quiz, Date.now()))
})

const resumeQuizAtom = atom(null, async (get, _set, userId: string, questions: readonly Question[]) => {
  const database = await get(databaseAtom)
  if (database === null) return null
  try {
    return await loadQuiz(database, await get(answerLogAtom), userId, questions)
  } catch (cause) {
    logFailure('The last quiz could not be read.', cause)
    return null
  }
})

type Opened = Awaited<ReturnType<typeof databaseAtom.read>>

/** Writes what only makes resuming possible: a failure is logged and the quiz goes on. */
async function keep(what: string, opening: Promise<Opened>, write: (database: NonNullable<Opened>) => Promise<void>) {
  try {
    const database = await opening
    if (database) await write(database)
  } catch (cause) {
    logFailure(`${what} could not be kept for a reload.`, cause)
  }
}
