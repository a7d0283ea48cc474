import type { Question } from '@cognito-srp/contract'

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

/** One attempted question of an export. */
export type ExportRow = { id: string; theme: string; tries: number; correct: number; percent: number }

/** The attempted questions with the person's numbers, in the order of the bank. */
export function exportRows(questions: readonly Question[], tallyOf: TallyOf): ExportRow[] {
  return questions.flatMap(({ id, theme }) => {
    const tally = tallyOf(id)
    return tally.tries === 0 ? [] : [{ id, theme, ...tally, percent: percentCorrect(tally) }]
  })
}

/**
 * The rows as CSV (RFC 4180), preceded by a byte order mark so that spreadsheets read the accents.
 *
 * @param titles of the five columns
 */
export function toCsv(rows: readonly ExportRow[], titles: readonly [string, string, string, string, string]): string {
  const lines = rows.map(({ id, theme, tries, correct, percent }) => [id, theme, tries, correct, percent])
  return `\uFEFF${[titles, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

export function toJson(rows: readonly ExportRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}

/** A text that starts like a formula gets an apostrophe: a spreadsheet must not run what a bank's author wrote. */
function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
