import type { Question } from '@cognito-srp/contract'

import type { Selection } from '../questions/selection.ts'
import type { StoredRun } from '../storage/database.ts'
import { percentCorrect } from '../sync/tally.ts'
import { questionInRun } from './run-question.ts'
import type { RunAnswer, RunQuestion } from './run-question.ts'

/** Run through a selection of questions. Answers are stored by question id and never change. */
export type Run = {
  id: string
  /** Selection with which the run can be repeated. */
  selection: Selection
  questions: readonly Question[]
  answers: ReadonlyMap<string, RunAnswer>
  index: number
  startedAtMs: number
  isEnded: boolean
}

/** Answer with its question and run, as stored in the log. */
export type AnswerInLog = RunAnswer & { questionId: string; runId: string }

/** Result of a run. `percent` refers to the answered questions. */
export type Score = { answered: number; correct: number; total: number; percent: number }

/** Question that was answered wrong, with the texts that were shown. */
export type Mistake = { id: string; question: string; chosen: string; right: string }

export function startRun(run: Pick<Run, 'id' | 'selection' | 'questions' | 'startedAtMs'>): Run {
  return { ...run, answers: new Map(), index: 0, isEnded: false }
}

/**
 * Resumes a stored run with its answers at the question shown last. Returns null if the bank contains none of the run's
 * questions.
 */
export function resumeRun(
  kept: StoredRun & { currentId: string | undefined; isEnded: boolean },
  bank: readonly Question[],
  answers: readonly AnswerInLog[],
): Run | null {
  const byId = new Map(bank.map((question) => [question.id, question]))
  const questions = kept.questionIds.flatMap((questionId) => byId.get(questionId) ?? [])
  if (questions.length === 0) return null

  const asked = new Set(questions.map(({ id }) => id))
  const { id, selection, startedAtMs, isEnded, currentId } = kept
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

/** Returns the current question, or null if the run has no questions. */
export function currentQuestion({ questions, answers, index }: Run): RunQuestion | null {
  const question = questions[index]
  return question ? questionInRun(question, answers.get(question.id)) : null
}

/** Adds answers given in this or another tab to the run. The first answer to a question is final. */
export function joinAnswers(run: Run, answers: readonly AnswerInLog[]): Run {
  const added = answers.filter(({ questionId, runId }) => runId === run.id && !run.answers.has(questionId))
  if (added.length === 0) return run
  const joined = new Map(run.answers)
  for (const { questionId, selected, correct, chosen, right } of added) {
    if (!joined.has(questionId)) joined.set(questionId, { selected, correct, chosen, right })
  }
  return { ...run, answers: joined }
}

/** Moves to the next or previous question, if there is one. */
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

/** Returns the questions that were answered wrong, in the order of the run. */
export function wrongQuestions({ questions, answers }: Run): Question[] {
  return questions.filter(({ id }) => answers.get(id)?.correct === false)
}

/** Returns the mistakes in the order of the run, with the texts that were shown. */
export function mistakesOf({ questions, answers }: Run): Mistake[] {
  return questions.flatMap((question) => {
    const answer = answers.get(question.id)
    if (answer === undefined || answer.correct) return []
    const { chosen, right } = answer
    return [{ id: question.id, question: question.question, chosen, right }]
  })
}

export function scoreOf(run: Run): Score {
  const answered = run.answers.size
  const correct = answered - wrongQuestions(run).length
  const percent = percentCorrect({ tries: answered, correct })
  return { answered, correct, total: run.questions.length, percent }
}
