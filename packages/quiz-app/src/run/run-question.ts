import type { Question } from '@cognito-srp/contract'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** An answer as it was given and judged, whatever the bank says now. */
export type RunAnswer = {
  selected: number
  correct: boolean
  /** Texts of the chosen and of the right alternative as they were shown. */
  chosen: string
  right: string
}

/** A question with this run's answer (specification §3). */
export type RunQuestion = Question & {
  answered: boolean
  selected: number | null
  /** Whether it was answered rightly, as it was judged then. */
  isRight: boolean
  /** Whether the bank has changed since the answer: then only what is known of it is shown, as it was. */
  isChanged: boolean
}

/** How an alternative is to be coloured (specification §2, answer colouring). */
export type AlternativeState = 'neutral' | 'correct-chosen' | 'correct' | 'wrong-chosen' | 'wrong'

/** An alternative on screen: `index` is its place in the question, `letter` its place among those shown. */
export type ShownAlternative = { index: number; letter: string; text: string; state: AlternativeState }

/** What choosing an alternative answers. */
export function answerOf({ alternatives, correct }: Question, selected: number): RunAnswer {
  return {
    selected,
    correct: selected === correct,
    chosen: alternatives[selected] ?? '',
    right: alternatives[correct] ?? '',
  }
}

/**
 * A question as it is shown: with an answer it stays as it was judged. Alternatives in another order are found by their
 * texts. Where the bank now has another text, or calls another one right, only the two that the answer knows are shown.
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

/** The alternatives to show, lettered from A; empty ones are skipped. */
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

/** Where the chosen alternative stands now; null when the bank does not judge it any more as it was judged. */
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

/** A to Z, then AA, AB and so on, as the columns of a spreadsheet. */
function letterAt(place: number): string {
  const before = Math.floor(place / ALPHABET.length)
  return (before === 0 ? '' : letterAt(before - 1)) + ALPHABET.charAt(place % ALPHABET.length)
}
