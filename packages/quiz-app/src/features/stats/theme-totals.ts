import type { Question } from '../../api/schemas.ts'
import type { TallyOf } from '../../sync/tally.ts'

/** The numbers of one theme, summed over its questions (specification §3). */
export type ThemeTotals = { theme: string; tries: number; correct: number }

const collator = new Intl.Collator('pt-BR')

/** Totals of the themes with at least one attempted question, sorted by theme. */
export function themeTotals(questions: readonly Question[], tallyOf: TallyOf): ThemeTotals[] {
  const byTheme = new Map<string, ThemeTotals>()
  for (const { id, theme } of questions) {
    const { tries, correct } = tallyOf(id)
    if (tries === 0) continue
    const sum = byTheme.get(theme) ?? { theme, tries: 0, correct: 0 }
    byTheme.set(theme, { theme, tries: sum.tries + tries, correct: sum.correct + correct })
  }
  return [...byTheme.values()].sort((one, other) => collator.compare(one.theme, other.theme))
}

/** Share of right answers in percent, rounded to an integer; 0 without tries. */
export function percentCorrect({ tries, correct }: Pick<ThemeTotals, 'tries' | 'correct'>): number {
  return tries === 0 ? 0 : Math.round((correct / tries) * 100)
}
