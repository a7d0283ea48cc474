import type { Question, Tally } from '@cognito-srp/contract'

import { wasMistaken } from '../../questions/selection.ts'
import type { TallyOf } from '../../sync/tally.ts'

const NOTHING: Totals = { tries: 0, correct: 0, seen: 0, questions: 0 }

/** Tries and right answers, summed over questions (specification §3), and how many of the questions were seen. */
export type Totals = { tries: number; correct: number; seen: number; questions: number }

/** The numbers of one theme; `hasMistakes` when one of its questions was answered wrong. */
export type ThemeTotals = Totals & { theme: string; hasMistakes: boolean }

const collator = new Intl.Collator('pt-BR')

/** Totals of the themes with at least one attempted question, sorted by theme. */
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

/** Totals of the whole bank. */
export function bankTotals(questions: readonly Question[], themes: readonly ThemeTotals[]): Totals {
  const sum = { ...NOTHING, questions: questions.length } // themes without an attempt have questions, too
  for (const { tries, correct, seen } of themes) {
    sum.tries += tries
    sum.correct += correct
    sum.seen += seen
  }
  return sum
}

/** Share of right answers in percent, rounded to an integer; 0 without tries. */
export function percentCorrect({ tries, correct }: Tally): number {
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
 * The rows as CSV that a double click opens in columns where the comma is the decimal sign, as in Brazil: separated by
 * semicolons, every cell quoted (RFC 4180 otherwise), behind a byte order mark that tells spreadsheets of UTF-8.
 *
 * @param titles of the five columns
 */
export function toCsv(rows: readonly ExportRow[], titles: readonly [string, string, string, string, string]): string {
  const lines = rows.map(({ id, theme, tries, correct, percent }) => [id, theme, tries, correct, percent])
  return `\uFEFF${[titles, ...lines].map((cells) => `${cells.map(csvCell).join(';')}\r\n`).join('')}`
}

export function toJson(rows: readonly ExportRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}

/** A text that starts like a formula gets an apostrophe: a spreadsheet must not run what a bank's author wrote. */
function csvCell(value: string | number): string {
  const text = typeof value === 'string' && /^[\s=+\-@]/.test(value) ? `'${value}` : String(value)
  return `"${text.replaceAll('"', '""')}"`
}
