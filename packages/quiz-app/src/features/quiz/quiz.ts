import type { Question } from '@cognito-srp/contract'

import type { KeptQuiz } from '../../storage/kept-quiz.ts'

/** A run through questions; what was chosen is kept once, by question id, and never changes. */
export type Quiz = {
  id: string
  questions: readonly Question[]
  selected: ReadonlyMap<string, number>
  index: number
}

/** A question with this run's answer (specification §3). */
export type QuizQuestion = Question & { answered: boolean; selected: number | null }

export type Score = { answered: number; correct: number; total: number }

/** How an alternative is to be coloured (specification §2, answer colouring). */
export type AlternativeState = 'neutral' | 'correct-chosen' | 'correct' | 'wrong-chosen' | 'wrong'

/** An alternative on screen: `index` is its place in the question, `letter` its place among those shown. */
export type ShownAlternative = { index: number; letter: string; text: string; state: AlternativeState }

export function startQuiz(id: string, questions: readonly Question[]): Quiz {
  return { id, questions, selected: new Map(), index: 0 }
}

/** A kept quiz with its answers, at the question it was left at; null when its questions have left the bank. */
export function resumeQuiz(
  { id, questionIds, currentId }: KeptQuiz,
  bank: readonly Question[],
  answers: readonly { questionId: string; selected: number }[],
): Quiz | null {
  const byId = new Map(bank.map((question) => [question.id, question]))
  const questions = questionIds.flatMap((questionId) => byId.get(questionId) ?? [])
  if (questions.length === 0) return null

  const selected = new Map<string, number>()
  for (const answer of answers) {
    if (!selected.has(answer.questionId)) selected.set(answer.questionId, answer.selected) // the first one is locked
  }
  const index = questions.findIndex((question) => question.id === currentId)
  return { id, questions, selected, index: Math.max(index, 0) }
}

/** The question on screen; null when the run has none. */
export function currentQuestion({ questions, selected, index }: Quiz): QuizQuestion | null {
  const question = questions[index]
  if (question === undefined) return null
  const choice = selected.get(question.id) ?? null
  return { ...question, answered: choice !== null, selected: choice }
}

/** Records the choice for a question. The first one stays: an answered question cannot be answered again. */
export function chooseAlternative(quiz: Quiz, questionId: string, alternative: number): Quiz {
  if (quiz.selected.has(questionId)) return quiz
  return { ...quiz, selected: new Map(quiz.selected).set(questionId, alternative) }
}

/** Moves within bounds: before the first and after the last question nothing happens. */
export function moveBy(quiz: Quiz, step: 1 | -1): Quiz {
  const index = quiz.index + step
  return index < 0 || index >= quiz.questions.length ? quiz : { ...quiz, index }
}

export function isFirst({ index }: Quiz): boolean {
  return index === 0
}

export function isLast({ index, questions }: Quiz): boolean {
  return index === questions.length - 1
}

/** The alternatives to show, lettered from A; empty ones are skipped. */
export function shownAlternatives(question: QuizQuestion): ShownAlternative[] {
  return question.alternatives
    .map((text, index) => ({ text, index }))
    .filter(({ text }) => text !== '')
    .map(({ text, index }, place) => ({
      index,
      letter: letterAt(place),
      text,
      state: alternativeState(question, index),
    }))
}

/** The answered questions whose choice was wrong, in the order of the run. */
export function wrongQuestions({ questions, selected }: Quiz): Question[] {
  return questions.filter(({ id, correct }) => selected.has(id) && selected.get(id) !== correct)
}

export function scoreOf(quiz: Quiz): Score {
  const answered = quiz.selected.size
  return { answered, correct: answered - wrongQuestions(quiz).length, total: quiz.questions.length }
}

function alternativeState({ answered, correct, selected }: QuizQuestion, index: number): AlternativeState {
  if (!answered) return 'neutral'
  if (index === correct) return index === selected ? 'correct-chosen' : 'correct'
  return index === selected ? 'wrong-chosen' : 'wrong'
}

function letterAt(place: number): string {
  return String.fromCodePoint('A'.charCodeAt(0) + place)
}
