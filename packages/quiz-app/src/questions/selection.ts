import type { Question } from '@cognito-srp/contract'

import type { TallyOf } from '../sync/tally.ts'

/** `bank` keeps the bank's order; the other three are the modes of the home screen. */
export type OrderMode = 'bank' | 'random' | 'least-answered' | 'lowest-hits'

/** What a person asks to study: the questions of some themes (none means all) in some order. */
export type Selection = { themes: readonly string[]; mode: OrderMode }

/** Gives a number in [0, 1), as `Math.random` does. */
export type RandomSource = () => number

const collator = new Intl.Collator('pt-BR')

/** The themes a person can choose: distinct, sorted as in Portuguese, without the first entry (specification §2). */
export function themeChoices(questions: readonly Question[]): string[] {
  const themes = new Set(questions.map((question) => question.theme))
  return [...themes].sort(collator.compare).slice(1)
}

/** The questions of the chosen themes; all of them when none is chosen. */
export function filterByThemes(questions: readonly Question[], themes: readonly string[]): readonly Question[] {
  if (themes.length === 0) return questions
  const chosen = new Set(themes)
  return questions.filter((question) => chosen.has(question.theme))
}

/** The questions in the order of a mode; equal counts keep the given order. */
export function orderQuestions(
  questions: readonly Question[],
  mode: OrderMode,
  tallyOf: TallyOf,
  random: RandomSource = Math.random,
): readonly Question[] {
  if (mode === 'bank') return questions
  if (mode === 'random') return shuffle(questions, random)
  return sortByCount(questions, ({ id }) => (mode === 'least-answered' ? tallyOf(id).tries : tallyOf(id).correct))
}

/** Fisher–Yates: every order is equally likely. */
function shuffle(questions: readonly Question[], random: RandomSource): Question[] {
  const shuffled = [...questions]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const picked = Math.floor(random() * (last + 1))
    const [one, other] = [shuffled[last], shuffled[picked]]
    if (one === undefined || other === undefined) throw new RangeError('The random source must give numbers in [0, 1).')
    shuffled[last] = other
    shuffled[picked] = one
  }
  return shuffled
}

/** Ascending and stable by grouping: a bank of 50,000 must be in order within one frame. */
function sortByCount(questions: readonly Question[], countOf: (question: Question) => number): Question[] {
  const byCount = new Map<number, Question[]>()
  for (const question of questions) {
    const count = countOf(question)
    const group = byCount.get(count)
    if (group) group.push(question)
    else byCount.set(count, [question])
  }
  return [...byCount.keys()].sort((one, other) => one - other).flatMap((count) => byCount.get(count) ?? [])
}
