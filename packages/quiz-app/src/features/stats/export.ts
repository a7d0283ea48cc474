import type { Question } from '@cognito-srp/contract'

import { percentCorrect, type TallyOf } from '../../sync/tally.ts'

// Exports the user's own statistics as files.

/** Row of an export: one attempted question. */
export type ExportRow = { id: string; theme: string; tries: number; correct: number; percent: number }

/** Returns a row for each attempted question, in the order of the bank. */
export function exportRows(questions: readonly Question[], tallyOf: TallyOf): ExportRow[] {
  return questions.flatMap(({ id, theme }) => {
    const tally = tallyOf(id)
    return tally.tries === 0 ? [] : [{ id, theme, ...tally, percent: percentCorrect(tally) }]
  })
}

/**
 * Formats the rows as CSV that spreadsheets split into columns in countries with a decimal comma, such as Brazil. Cells are
 * separated by semicolons and always quoted; otherwise the file follows RFC 4180. The file starts with a byte order mark, by
 * which spreadsheets recognise UTF-8.
 *
 * @param titles headings of the five columns
 */
export function toCsv(rows: readonly ExportRow[], titles: readonly [string, string, string, string, string]): string {
  const lines = rows.map(({ id, theme, tries, correct, percent }) => [id, theme, tries, correct, percent])
  return `\uFEFF${[titles, ...lines].map((cells) => `${cells.map(csvCell).join(';')}\r\n`).join('')}`
}

export function toJson(rows: readonly ExportRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}

function csvCell(value: string | number): string {
  const text = typeof value === 'number' || NUMBER.test(value) ? String(value) : withoutFormulas(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** Matches a number, which a spreadsheet does not treat as a formula even if it has a sign. */
const NUMBER = /^[-+]?\d+([.,]\d+)?$/

/** Characters that a spreadsheet skips or treats as the end of a cell, followed by the first character of a formula. */
const START = /([;,"\s\p{C}]+|^)([=+\-@＝＋－＠]?)/gu

/** Characters after which a cell may start in a program with another separator or without support for quotes. */
const SEPARATOR = /[;,"\t\r\n]/

/**
 * Prefixes formulas with an apostrophe, so that a spreadsheet does not evaluate text from a bank. The list of characters that
 * start a formula comes from OWASP's page "CSV Injection". The list includes the full-width forms used in East Asia.
 */
function withoutFormulas(text: string): string {
  return text.replaceAll(START, (whole, before: string, sign: string, index: number) => {
    const isCellStart = index === 0 || SEPARATOR.test(before)
    return sign !== '' && isCellStart ? `${before}'${sign}` : whole
  })
}
