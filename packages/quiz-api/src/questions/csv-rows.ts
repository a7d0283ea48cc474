import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'

import { BankError, type BankRow } from './check-bank.ts'

const ALTERNATIVE_COLUMN = /^alternative_?\d+$/
const PLAIN_COLUMNS: readonly string[] = ['id', 'question', 'correct', 'theme']

/**
 * Questions of a CSV text (RFC 4180) whose first line names the columns: `id`, `question`, `correct` (0-based index),
 * `theme`, `alternative_1`, `alternative_2` … Empty alternatives at the end of a row are left out.
 *
 * @throws BankError when the text is not CSV or a column is missing or unknown.
 */
export function readCsvRows(source: string, text: string): BankRow[] {
  const [header, ...records] = parseCsv(source, text)
  const columns = header?.record ?? []
  const wrong = columnProblem(columns)
  if (wrong !== null) throw new BankError(source, [{ line: 1, field: '', message: wrong }])
  return records.map(({ record, line }) => ({ line, value: toQuestion(columns, record) }))
}

type CsvRecord = { record: string[]; line: number }

/** What csv-parse gives for each record with `info: true`, which its types do not tell. */
const parsedSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

function parseCsv(source: string, text: string): CsvRecord[] {
  try {
    const rows: unknown = parse(text, { bom: true, info: true, skip_empty_lines: true })
    return parsedSchema.parse(rows).map(({ record, info }) => ({ record, line: firstLine(record, info.lines) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BankError(source, [{ line: Number(error['lines'] ?? 1), field: '', message: error.message }])
  }
}

/** csv-parse counts to the end of a record; quoted fields may span lines. */
function firstLine(record: string[], lastLine: number): number {
  return lastLine - record.join('').split('\n').length + 1
}

function columnProblem(columns: string[]): string | null {
  const missing = PLAIN_COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length > 0) return `the column "${missing.join('", "')}" is missing`
  const unknown = columns.filter((name) => !PLAIN_COLUMNS.includes(name) && !ALTERNATIVE_COLUMN.test(name))
  if (unknown.length > 0) return `the column "${unknown.join('", "')}" is unknown`
  const repeated = columns.filter((name, index) => columns.indexOf(name) !== index)
  return repeated.length > 0 ? `the column "${repeated.join('", "')}" stands twice` : null
}

function toQuestion(columns: string[], record: string[]): Record<string, unknown> {
  const field = (name: string) => record[columns.indexOf(name)] ?? ''
  const alternatives = columns.filter((name) => ALTERNATIVE_COLUMN.test(name)).map(field)
  const lastFilled = alternatives.findLastIndex((text) => text !== '')
  return {
    id: field('id'),
    question: field('question'),
    alternatives: alternatives.slice(0, lastFilled + 1),
    correct: /^\d+$/.test(field('correct')) ? Number(field('correct')) : field('correct'),
    theme: field('theme'),
  }
}
