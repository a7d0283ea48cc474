import type { Question } from '@cognito-srp/contract'

import { wasMistaken } from '../../questions/selection.ts'
import type { TallyOf } from '../../sync/tally.ts'

const NOTHING: Totals = { tries: 0, correct: 0, seen: 0, questions: 0 }

/**
 * Sums of tries and right answers over questions (specification §3), and the numbers of seen questions and of all
 * questions.
 */
export type Totals = { tries: number; correct: number; seen: number; questions: number }

/** Totals of one theme. `hasMistakes` is true if one of its questions was answered wrong. */
export type ThemeTotals = Totals & { theme: string; hasMistakes: boolean }

const collator = new Intl.Collator('pt-BR')

/** Returns the totals of the themes with at least one attempted question, sorted by theme. */
export function themeTotals(questions: readonly Question[], tallyOf: TallyOf): ThemeTotals[] {
  const byTheme = new Map<string, ThemeTotals>()
  for (const { id, theme } of questions) {
    const tally = tallyOf(id)
    let sum = byTheme.get(theme)
    if (sum === undefined) byTheme.set(theme, (sum = { theme, hasMistakes: false, ...NOTHING }))
    sum.tries += tally.tries
    sum.correct += tally.correct
    sum.seen += tally.tries > 0 ? 1 : 0
    sum.questions += 1
    sum.hasMistakes ||= wasMistaken(tally)
  }
  return [...byTheme.values()]
    .filter(({ seen }) => seen > 0)
    .sort((one, other) => collator.compare(one.theme, other.theme))
}

/** Returns the totals of the whole bank. */
export function bankTotals(questions: readonly Question[], themes: readonly ThemeTotals[]): Totals {
  const sum = { ...NOTHING, questions: questions.length } // themes without an attempt also have questions
  for (const { tries, correct, seen } of themes) {
    sum.tries += tries
    sum.correct += correct
    sum.seen += seen
  }
  return sum
}
