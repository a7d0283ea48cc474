import type { Question } from '@cognito-srp/contract'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Answer with its original verdict, which does not change if the bank changes later. */
export type RunAnswer = {
  selected: number
  correct: boolean
  /** Texts of the chosen and the right alternative as they were shown. */
  chosen: string
  right: string
}

/** Question with its answer in this run (specification §3). */
export type RunQuestion = Question & {
  answered: boolean
  selected: number | null
  /** Whether the answer was right when it was given. */
  isRight: boolean
  /** Whether a later change of the bank affects the answer, so that only the stored texts and verdict are shown. */
  isChanged: boolean
}

/** Colouring of an alternative (specification §2, answer colouring). */
export type AlternativeState = 'neutral' | 'correct-chosen' | 'correct' | 'wrong-chosen' | 'wrong'

/** Shown alternative. `index` is its position in the question, `letter` its position among those shown. */
export type ShownAlternative = { index: number; letter: string; text: string; state: AlternativeState }

/** Returns the answer that records the choice of an alternative. */
export function answerOf({ alternatives, correct }: Question, selected: number): RunAnswer {
  return {
    selected,
    correct: selected === correct,
    chosen: alternatives[selected] ?? '',
    right: alternatives[correct] ?? '',
  }
}

/**
 * Returns a question as it is shown. An answered question keeps its verdict. Reordered alternatives are found by their texts. If
 * the bank has changed the text of the chosen or the right alternative, or which alternative is right, only the stored texts of
 * these two are shown.
 */
export function questionInRun(question: Question, answer: RunAnswer | undefined): RunQuestion {
  if (answer === undefined) return { ...question, answered: false, selected: null, isRight: false, isChanged: false }
  const isRight = answer.correct
  const selected = placeOf(question, answer)
  if (selected !== null) return { ...question, answered: true, selected, isRight, isChanged: false }

  const { chosen, right } = answer
  const alternatives = [...new Set([chosen, right])]
  const { explanation: _ofTheNewOne, ...rest } = question
  return {
    ...rest,
    alternatives,
    correct: alternatives.indexOf(right),
    answered: true,
    selected: 0,
    isRight,
    isChanged: true,
  }
}

/** Returns the non-empty alternatives, lettered from A. */
export function shownAlternatives(question: RunQuestion): ShownAlternative[] {
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

/** Returns the current index of the chosen alternative, or null if the bank has changed its text or the right alternative. */
function placeOf(question: Question, answer: RunAnswer): number | null {
  const { alternatives, correct } = question
  const { selected, chosen, right } = answer
  if (alternatives[correct] !== right) return null
  if (answer.correct) return correct
  if (alternatives[selected] === chosen && selected !== correct) return selected
  const place = alternatives.findIndex((text, index) => text === chosen && index !== correct)
  return place === -1 ? null : place
}

function alternativeState({ answered, correct, selected }: RunQuestion, index: number): AlternativeState {
  if (!answered) return 'neutral'
  if (index === correct) return index === selected ? 'correct-chosen' : 'correct'
  return index === selected ? 'wrong-chosen' : 'wrong'
}

/** Returns the letters A to Z, then AA, AB and so on, like spreadsheet columns. */
function letterAt(place: number): string {
  const before = Math.floor(place / ALPHABET.length)
  return (before === 0 ? '' : letterAt(before - 1)) + ALPHABET.charAt(place % ALPHABET.length)
}
