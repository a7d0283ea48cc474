import type { Question, Tally } from '@cognito-srp/contract'

import type { TallyOf } from '../sync/tally.ts'

/** Order of questions: `bank` keeps the bank's order; the others are the modes of the home screen. */
export type OrderMode = 'bank' | 'random' | 'least-answered' | 'lowest-hits'

/** Questions to choose from: those of the given themes (an empty list means all), optionally only those answered wrong before. */
export type Scope = { themes: readonly string[]; mistakesOnly?: boolean }

/** Choice of the user: a scope, an order and at most `limit` questions. */
export type Selection = Scope & { mode: OrderMode; limit?: number }

/** Returns a number in [0, 1), like `Math.random`. */
export type RandomSource = () => number

const collator = new Intl.Collator('pt-BR')

/** Returns the themes that the user can choose: distinct, in Portuguese order, without the first entry (specification §2). */
export function themeChoices(questions: readonly Question[]): string[] {
  const themes = new Set(questions.map((question) => question.theme))
  return [...themes].sort(collator.compare).slice(1)
}

/** Returns the questions of a run: those in scope, in the chosen order, up to the limit. */
export function chooseQuestions(
  questions: readonly Question[],
  selection: Selection,
  tallyOf: TallyOf,
  random: RandomSource = Math.random,
): readonly Question[] {
  const { mode, limit = Number.POSITIVE_INFINITY } = selection
  return orderQuestions(questionsIn(questions, selection, tallyOf), mode, tallyOf, random).slice(0, limit)
}

/** Whether the choice or order depends on the statistics, which must then be read first. */
export function needsTallies({ mode, mistakesOnly = false }: Selection): boolean {
  return mistakesOnly || mode === 'least-answered' || mode === 'lowest-hits'
}

/** Returns the questions in scope, in the order of the bank. */
export function questionsIn(
  questions: readonly Question[],
  { themes, mistakesOnly = false }: Scope,
  tallyOf: TallyOf,
): readonly Question[] {
  const themed = ofThemes(questions, themes)
  return mistakesOnly ? themed.filter(({ id }) => wasMistaken(tallyOf(id))) : themed
}

/** Returns the questions of the given themes, or all questions if no theme is given (specification §9). */
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

/** Fisher–Yates shuffle: every order is equally likely. */
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
 * Sorts by ascending count. Among equal counts, tried questions come first, because a question that was only answered wrong also has the
 * count 0, and mistakes should be repeated. The remaining order is random. The function groups the questions instead of comparing them, so
 * that 50,000 questions are sorted within one frame.
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
