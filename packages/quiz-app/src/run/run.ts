import type { Question } from '@cognito-srp/contract'

import type { Selection } from '../questions/selection.ts'
import type { StoredQuiz } from '../storage/database.ts'
import { questionInRun, textsOf } from './run-question.ts'
import type { RunAnswer, RunQuestion } from './run-question.ts'

/** One way through questions, from its choice to its end. An answer, kept by question id, never changes. */
export type Run = {
  id: string
  /** What was asked for, to ask for it again. */
  selection: Selection
  questions: readonly Question[]
  answers: ReadonlyMap<string, RunAnswer>
  index: number
  startedAtMs: number
  isEnded: boolean
}

/** An answer and where it was given, as the log has it; a run is what the log once called a session. */
export type AnswerInLog = RunAnswer & { questionId: string; sessionId: string }

/** `percent` is that of the answered questions. */
export type Score = { answered: number; correct: number; total: number; percent: number }

/** What was answered wrong; a text that nobody kept is undefined. */
export type Mistake = { id: string; question: string; chosen: string | undefined; right: string | undefined }

export function startRun(run: Pick<Run, 'id' | 'selection' | 'questions' | 'startedAtMs'>): Run {
  return { ...run, answers: new Map(), index: 0, isEnded: false }
}

/**
 * A kept run with its answers, at the question it was left at; null when its questions have left the bank.
 *
 * @param unknownSelection what a run of an earlier version, which did not keep its selection, was begun with
 */
export function resumeRun(
  kept: StoredQuiz & { currentId: string | undefined; isEnded: boolean },
  bank: readonly Question[],
  answers: readonly AnswerInLog[],
  unknownSelection: Selection,
): Run | null {
  const byId = new Map(bank.map((question) => [question.id, question]))
  const questions = kept.questionIds.flatMap((questionId) => byId.get(questionId) ?? [])
  if (questions.length === 0) return null

  const asked = new Set(questions.map(({ id }) => id))
  const { id, selection = unknownSelection, startedAtMs, isEnded, currentId } = kept
  const index = Math.max(
    questions.findIndex((question) => question.id === currentId),
    0,
  )
  const unanswered: Run = { id, selection, questions, answers: new Map(), index, startedAtMs, isEnded }
  return joinAnswers(
    unanswered,
    answers.filter(({ questionId }) => asked.has(questionId)),
  )
}

/** The question on screen; null when the run has none. */
export function currentQuestion({ questions, answers, index }: Run): RunQuestion | null {
  const question = questions[index]
  return question ? questionInRun(question, answers.get(question.id)) : null
}

/** The run with the answers that were given in it, here or in another tab. The first one to a question is locked. */
export function joinAnswers(run: Run, answers: readonly AnswerInLog[]): Run {
  const added = answers.filter(({ questionId, sessionId }) => sessionId === run.id && !run.answers.has(questionId))
  if (added.length === 0) return run
  const joined = new Map(run.answers)
  for (const { questionId, selected, correct, chosen, right } of added) {
    if (!joined.has(questionId)) joined.set(questionId, { selected, correct, chosen, right })
  }
  return { ...run, answers: joined }
}

/** Moves within bounds: before the first and after the last question nothing happens. */
export function moveBy(run: Run, step: 1 | -1): Run {
  const index = run.index + step
  return index < 0 || index >= run.questions.length ? run : { ...run, index }
}

export function isFirst({ index }: Run): boolean {
  return index === 0
}

export function isLast({ index, questions }: Run): boolean {
  return index === questions.length - 1
}

/** The answered questions whose choice was wrong, in the order of the run. */
export function wrongQuestions({ questions, answers }: Run): Question[] {
  return questions.filter(({ id }) => answers.get(id)?.correct === false)
}

/** What was answered wrong, in the order of the run, as it was shown then. */
export function mistakesOf({ questions, answers }: Run): Mistake[] {
  return questions.flatMap((question) => {
    const answer = answers.get(question.id)
    if (answer === undefined || answer.correct) return []
    return [{ id: question.id, question: question.question, ...textsOf(question, answer) }]
  })
}

export function scoreOf(run: Run): Score {
  const answered = run.answers.size
  const correct = answered - wrongQuestions(run).length
  const percent = answered === 0 ? 0 : Math.round((100 * correct) / answered)
  return { answered, correct, total: run.questions.length, percent }
}
