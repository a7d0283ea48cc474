import type { Question } from '@cognito-srp/contract'
import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

import { logFailure } from '../../failure-log.ts'
import { randomId } from '../../random-id.ts'
import { bankAtom, questionsAtom, selectionAtom } from '../../questions/bank.ts'
import { chooseQuestions, needsTallies } from '../../questions/selection.ts'
import type { Selection } from '../../questions/selection.ts'
import { usernameAtom } from '../../session/auth.ts'
import type { QuizDatabase } from '../../storage/database.ts'
import { readQuiz, savePosition, saveQuiz } from '../../storage/kept-quiz.ts'
import { databaseAtom } from '../../storage/storage-atoms.ts'
import { answerLogAtom, isStatsLoadedAtom, recordAnswerAtom, tallyOfAtom } from '../../sync/sync-atoms.ts'
import { chooseAlternative, currentQuestion, moveBy, resumeQuiz, startQuiz, wrongQuestions } from './quiz.ts'
import type { Quiz } from './quiz.ts'

/** Where nothing was asked for: all questions in the bank's order. */
const EVERYTHING: Selection = { themes: [], mode: 'bank' }

/** The quiz that was opened last; a new selection ends it. */
const lastQuizAtom = atom<Quiz | null>(null)

/** Whether an answer is on its way into the log: until it is safe, a second press does nothing. */
const isAnsweringAtom = atom(false)

/** Whether the last answer could not be kept on this device. */
export const isAnswerRefusedAtom = atom(false)

/** Whether the person wants single keys to act (WCAG 2.1.4); kept for the next visit. */
export const areShortcutsOnAtom = atomWithStorage('revisa.shortcuts', true)

/** Whether all is there that the next quiz needs: the questions, and the statistics where they order it. */
const canOpenAtom = atom((get) => {
  const isReady = get(isStatsLoadedAtom) || !needsTallies(get(selectionAtom) ?? EVERYTHING)
  return get(bankAtom).status === 'ready' && isReady
})

/** Opens what was selected; otherwise the quiz that a reload interrupted, or else all questions. */
const openedQuizAtom = atom(
  (get) => (get(selectionAtom) === null ? get(lastQuizAtom) : null),
  async (get, set) => {
    const userId = get(usernameAtom)
    if (get(openedQuizAtom) !== null || userId === null) return
    const selection = get(selectionAtom)
    const questions = get(questionsAtom)
    const resumed = selection === null ? await set(resumeQuizAtom, userId, questions) : null
    if (get(openedQuizAtom) !== null || get(usernameAtom) !== userId) return
    if (resumed) return set(lastQuizAtom, resumed)

    set(beginQuizAtom, chooseQuestions(questions, selection ?? EVERYTHING, get(tallyOfAtom)))
  },
)
openedQuizAtom.onMount = (open) => void open()

/** The quiz on screen, null until it is open. It opens when it is first shown and nothing that it needs is missing. */
export const quizAtom = atom((get) => (get(canOpenAtom) ? get(openedQuizAtom) : null))

/** The quiz is over: the next one is selected or resumed. */
export const closeQuizAtom = atom(null, (_get, set) => {
  set(lastQuizAtom, null)
  set(selectionAtom, null)
  set(isAnswerRefusedAtom, false)
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
    set(lastQuizAtom, (current) => current && chooseAlternative(current, question.id, alternative))
    set(isAnswerRefusedAtom, false)
  } catch (cause) {
    logFailure('The answer could not be kept on this device.', cause)
    set(isAnswerRefusedAtom, true)
  } finally {
    set(isAnsweringAtom, false)
  }
})

/** Shows the next or the previous question, within bounds. */
export const moveAtom = atom(null, (get, set, step: 1 | -1) => {
  const quiz = get(quizAtom)
  if (!quiz) return
  const moved = moveBy(quiz, step)
  set(lastQuizAtom, moved)
  const current = currentQuestion(moved)
  if (current === null) return
  void keepForReload('The position in the quiz', get(databaseAtom), (database) =>
    savePosition(database, moved.id, current.id),
  )
})

const beginQuizAtom = atom(null, (get, set, questions: readonly Question[]) => {
  const userId = get(usernameAtom)
  const quiz = startQuiz(randomId(), questions)
  set(selectionAtom, null)
  set(lastQuizAtom, quiz)
  if (userId === null) return
  const questionIds = questions.map(({ id }) => id)
  void keepForReload('The quiz', get(databaseAtom), (database) =>
    saveQuiz(database, { id: quiz.id, userId, questionIds, startedAtMs: Date.now() }),
  )
})

const resumeQuizAtom = atom(null, async (get, _set, userId: string, bank: readonly Question[]) => {
  const database = await get(databaseAtom)
  try {
    const kept = database && (await readQuiz(database, userId))
    if (!kept) return null
    const log = await get(answerLogAtom)
    return resumeQuiz(kept, bank, await log.readQuizAnswers(userId, kept.id))
  } catch (cause) {
    logFailure('The last quiz could not be read.', cause)
    return null
  }
})

/** Writes what only makes resuming possible: a failure is logged and the quiz goes on. */
async function keepForReload(
  what: string,
  opening: Promise<QuizDatabase | null>,
  write: (database: QuizDatabase) => Promise<void>,
): Promise<void> {
  try {
    const database = await opening
    if (database) await write(database)
  } catch (cause) {
    logFailure(`${what} could not be kept for a reload.`, cause)
  }
}
