import type { Question, Tally } from '@cognito-srp/contract'

import type { TallyOf } from '../sync/tally.ts'

/** `bank` keeps the bank's order; the other three are the modes of the home screen. */
export type OrderMode = 'bank' | 'random' | 'least-answered' | 'lowest-hits'

/** Which questions are meant: those of some themes (none means all), or of these only the ones once answered wrong. */
export type Scope = { themes: readonly string[]; mistakesOnly?: boolean }

/** What a person asks to study: questions in some order, at most `limit` of them. */
export type Selection = Scope & { mode: OrderMode; limit?: number }

/** Gives a number in [0, 1), as `Math.random` does. */
export type RandomSource = () => number

const collator = new Intl.Collator('pt-BR')

/** The themes a person can choose: distinct, sorted as in Portuguese, without the first entry (specification §2). */
export function themeChoices(questions: readonly Question[]): string[] {
  const themes = new Set(questions.map((question) => question.theme))
  return [...themes].sort(collator.compare).slice(1)
}

/** The questions of a run: those that are meant, in their order, up to the limit. */
export function chooseQuestions(
  questions: readonly Question[],
  selection: Selection,
  tallyOf: TallyOf,
  random: RandomSource = Math.random,
): readonly Question[] {
  const { mode, limit = Number.POSITIVE_INFINITY } = selection
  return orderQuestions(questionsIn(questions, selection, tallyOf), mode, tallyOf, random).slice(0, limit)
}

/** Whether the statistics decide which questions are chosen, or their order: they must have been read before. */
export function needsTallies({ mode, mistakesOnly = false }: Selection): boolean {
  return mistakesOnly || mode === 'least-answered' || mode === 'lowest-hits'
}

/** The questions that are meant, in the order of the bank. */
export function questionsIn(
  questions: readonly Question[],
  { themes, mistakesOnly = false }: Scope,
  tallyOf: TallyOf,
): readonly Question[] {
  const themed = ofThemes(questions, themes)
  return mistakesOnly ? themed.filter(({ id }) => wasMistaken(tallyOf(id))) : themed
}

/** All questions when no theme is chosen (specification §9), else those of the chosen ones. */
export function ofThemes(questions: readonly Question[], themes: readonly string[]): readonly Question[] {
  if (themes.length === 0) return questions
  const chosen = new Set(themes)
  return questions.filter((question) => chosen.has(question.theme))
}

/** Whether a question was answered wrong at least once. */
export function wasMistaken({ tries, correct }: Tally): boolean {
  return tries > correct
}

function orderQuestions(
  questions: readonly Question[],
  mode: OrderMode,
  tallyOf: TallyOf,
  random: RandomSource,
): readonly Question[] {
  if (mode === 'bank') return questions
  if (mode === 'random') return shuffle(questions, random)
  return sortByCount(questions, mode === 'least-answered' ? 'tries' : 'correct', tallyOf, random)
}

/** Fisher–Yates: every order is equally likely. */
function shuffle(questions: readonly Question[], random: RandomSource): Question[] {
  const shuffled = [...questions]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const picked = Math.floor(random() * (last + 1))
    const [one, other] = [shuffled[last], shuffled[picked]]
    if (one === undefined || other === undefined)
      throw new RangeError('The random source must return numbers in [0, 1).')
    shuffled[last] = other
    shuffled[picked] = one
  }
  return shuffled
}

/**
 * Ascending by a count. Among equal ones those that were tried come first, since a wrong answer counts 0 as an untried
 * question does, and mistakes must come back; within that, chance decides. By grouping: a bank of 50,000 must be in
 * order within one frame.
 */
function sortByCount(
  questions: readonly Question[],
  count: keyof Tally,
  tallyOf: TallyOf,
  random: RandomSource,
): Question[] {
  const groups = new Map<number, Question[]>()
  for (const question of questions) {
    const tally = tallyOf(question.id)
    const rank = tally[count] * 2 + (tally.tries === 0 ? 1 : 0)
    const group = groups.get(rank)
    if (group) group.push(question)
    else groups.set(rank, [question])
  }
  const ranks = [...groups.keys()].sort((one, other) => one - other)
  return ranks.flatMap((rank) => shuffle(groups.get(rank) ?? [], random))
}
