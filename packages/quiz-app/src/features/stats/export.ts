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

function csvCell(value: string | number): string {
  const text = typeof value === 'number' || NUMBER.test(value) ? String(value) : withoutFormulas(value)
  return `"${text.replaceAll('"', '""')}"`
}

/** What no spreadsheet computes with more than its sign. */
const NUMBER = /^[-+]?\d+([.,]\d+)?$/

/** What a spreadsheet passes over before it looks at a cell, or takes for a cell's end; then the sign of a formula. */
const START = /([;,"\s\p{C}]+|^)([=+\-@＝＋－＠]?)/gu

/** A cell may begin behind these in a program that is set to another country's separator, or blind to quotes. */
const SEPARATOR = /[;,"\t\r\n]/

/**
 * A spreadsheet must not run what a bank's author wrote: an apostrophe makes a text of it. Which signs begin a formula:
 * OWASP, "CSV Injection", with the full-width ones of East Asia.
 */
function withoutFormulas(text: string): string {
  return text.replaceAll(START, (whole, before: string, sign: string, index: number) => {
    const isCellStart = index === 0 || SEPARATOR.test(before)
    return sign !== '' && isCellStart ? `${before}'${sign}` : whole
  })
}
