import type { Question } from '../../api/schemas.ts'
import type { TallyOf } from '../../sync/tally.ts'
import { percentCorrect } from './theme-totals.ts'

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
