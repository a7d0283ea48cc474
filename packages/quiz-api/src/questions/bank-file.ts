import { check, cut, questionSchema, type Question } from '@cognito-srp/contract'
import { CsvError, parse } from 'csv-parse/sync'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const SEED_FOLDER = fileURLToPath(new URL('../../seed/', import.meta.url))

/** Number of rows between two calls of `onProgress`. */
const PROGRESS_STEP = 1_000

/** Maximum number of reported problems. A file with more invalid rows usually repeats one mistake. */
export const MAX_PROBLEMS = 10_000

/** Maximum number of problems in the error message; `problems` contains all of them. */
const MAX_PROBLEMS_IN_MESSAGE = 20

/** Maximum number of CSV columns, which is more than any valid question needs. */
const MAX_COLUMNS = 200

const ALTERNATIVE_COLUMN = /^alternative_?\d+$/
const PLAIN_COLUMNS: readonly string[] = ['id', 'question', 'correct', 'theme']
const JSON_BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n'])
const EXPLANATION_COLUMN = 'explanation'
const KNOWN_COLUMNS: ReadonlySet<string> = new Set([...PLAIN_COLUMNS, EXPLANATION_COLUMN])

/**
 * One problem in a bank file, with its line, its field (`correct`, `alternatives.2`, or `''` for the whole row) and the
 * reason.
 */
export type BankProblem = { line: number; field: string; message: string }

/** Thrown by `parseBank` and `readSeedBank` when a bank is invalid. Nothing has been stored. */
export class BankError extends Error {
  override readonly name = 'BankError'
  readonly code = 'InvalidBank'
  readonly problems: readonly BankProblem[]

  constructor(source: string, problems: readonly BankProblem[]) {
    const more = problems.length - MAX_PROBLEMS_IN_MESSAGE
    const first = problems.slice(0, MAX_PROBLEMS_IN_MESSAGE).map(describeProblem).join('; ')
    super(`${source}: ${first}${more > 0 ? `; and ${more} more` : ''}`)
    this.problems = problems
  }
}

/** Formats a problem: `line 12, correct: must be a whole number`. */
export function describeProblem({ line, field, message }: BankProblem): string {
  return field === '' ? `line ${line}: ${message}` : `line ${line}, ${field}: ${message}`
}

/**
 * Parses a bank file and checks every question.
 *
 * @param fileName its extension, `.json` or `.csv`, determines the format; the error message contains the name
 * @throws BankError with the line and field of each problem, up to {@link MAX_PROBLEMS} problems
 */
export function parseBank(fileName: string, text: string, onProgress?: (checked: number) => void): Question[] {
  const { questions, problems } = checkBank(readRows(fileName, text), onProgress)
  if (problems.length > 0) throw new BankError(fileName, problems)
  return questions
}

function readRows(fileName: string, text: string): BankRow[] {
  if (fileName.endsWith('.json')) return readJsonRows(fileName, text.replace(/^\uFEFF/, ''))
  if (fileName.endsWith('.csv')) return readCsvRows(fileName, text)
  throw new BankError(fileName, [{ line: 1, field: '', message: 'must be a .json or a .csv file' }])
}

/**
 * Reads the bank written for this project: the questions of all `seed/*.json` files, ordered by file name.
 *
 * @throws BankError when a file is invalid.
 */
export function readSeedBank(): Question[] {
  const files = readdirSync(SEED_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  return files.flatMap((name) => parseBank(name, readFileSync(join(SEED_FOLDER, name), 'utf8')))
}

/** One unchecked question of a file. `line` is its first line, counted from 1. */
type BankRow = { line: number; value: unknown }

/** Checks every row and reports all problems, including repeated ids, up to {@link MAX_PROBLEMS}. */
function checkBank(
  rows: readonly BankRow[],
  onProgress: (checked: number) => void = () => {},
): { questions: Question[]; problems: BankProblem[] } {
  const questions: Question[] = []
  const problems: BankProblem[] = []
  const lineOfId = new Map<string, number>()
  for (const [index, { line, value }] of rows.entries()) {
    const { data, flaws = [] } = check(questionSchema, value)
    if (data !== undefined) questions.push(data)
    for (const { path, message } of flaws) problems.push({ line, field: path, message })
    problems.push(...repeatedId(lineOfId, line, data?.id))
    if (problems.length >= MAX_PROBLEMS) return { questions, problems: problems.slice(0, MAX_PROBLEMS) }
    if ((index + 1) % PROGRESS_STEP === 0) onProgress(index + 1)
  }
  return { questions, problems }
}

function repeatedId(lineOfId: Map<string, number>, line: number, id: string | undefined): BankProblem[] {
  if (id === undefined) return []
  const firstLine = lineOfId.get(id)
  if (firstLine !== undefined) return [{ line, field: 'id', message: `"${id}" is already used on line ${firstLine}` }]
  lineOfId.set(id, line)
  return []
}

/**
 * Returns the unchecked elements of a JSON array, each with its first line.
 *
 * @throws BankError when the text is not JSON or not an array.
 */
function readJsonRows(source: string, text: string): BankRow[] {
  const values = parseJson(source, text)
  if (!Array.isArray(values)) {
    throw new BankError(source, [{ line: 1, field: '', message: 'must be a JSON array of questions' }])
  }
  const lines = elementLines(text)
  return values.map((value: unknown, index) => ({ line: lines[index] ?? 1, value }))
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const line = Number(/line (\d+)/.exec(String(error))?.[1] ?? countLines(text))
    throw new BankError(source, [{ line, field: '', message: 'is not valid JSON' }])
  }
}

/**
 * Returns the first line of each element of the outermost array; `text` must be valid JSON. JSON.parse does not report
 * the positions of elements, and a regular expression fails on a text of several megabytes.
 */
function elementLines(text: string): number[] {
  const lines: number[] = []
  let line = 1
  let depth = 0
  let expectsElement = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') line += 1
    if (JSON_BLANKS.has(character)) continue
    if (depth === 1 && expectsElement && character !== ']') lines.push(line)
    expectsElement = depth === 1 ? character === ',' : depth === 0
    if (character === '"') at = endOfString(text, at)
    if (character === '[' || character === '{') depth += 1
    if (character === ']' || character === '}') depth -= 1
  }
  return lines
}

/** Index of the closing quote of the JSON string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/**
 * Reads questions from CSV text (RFC 4180). The first line names the columns: `id`, `question`, `correct` (0-based
 * index), `theme`, `alternative_1`, `alternative_2` … and optionally `explanation`. Trailing empty alternatives and an
 * empty explanation are omitted.
 *
 * @throws BankError when the text is not CSV, has too many columns, or a column is missing, unknown or repeated.
 */
function readCsvRows(source: string, text: string): BankRow[] {
  const [header, ...records] = parseCsv(source, text)
  const columns = header?.record ?? []
  const wrong = columnProblem(columns)
  if (wrong !== null) throw new BankError(source, [{ line: 1, field: '', message: cut(wrong) }])
  return records.map(({ record, line }) => ({ line, value: toQuestion(columns, record) }))
}

type CsvRecord = { record: string[]; line: number }

/** Result of csv-parse with `info: true`, which its types do not describe. */
const parsedSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

function parseCsv(source: string, text: string): CsvRecord[] {
  try {
    const rows: unknown = parse(text, { bom: true, info: true, skip_empty_lines: true })
    return parsedSchema.parse(rows).map(({ record, info }) => ({ record, line: firstLine(record, info.lines) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BankError(source, [{ line: Number(error['lines'] ?? 1), field: '', message: cut(error.message) }])
  }
}

/**
 * Line on which a record starts. csv-parse reports the line on which a record ends, and quoted fields can span lines.
 */
function firstLine(record: string[], lastLine: number): number {
  return lastLine - countLines(record.join('')) + 1
}

function columnProblem(columns: string[]): string | null {
  if (columns.length > MAX_COLUMNS) return `the file has ${columns.length} columns; the maximum is ${MAX_COLUMNS}`
  const missing = PLAIN_COLUMNS.filter((name) => !columns.includes(name))
  if (missing.length > 0) return `the column "${missing.join('", "')}" is missing`
  const unknown = columns.filter((name) => !KNOWN_COLUMNS.has(name) && !ALTERNATIVE_COLUMN.test(name))
  if (unknown.length > 0) return `the column "${unknown.join('", "')}" is unknown`
  const repeated = columns.filter((name, index) => columns.indexOf(name) !== index)
  return repeated.length > 0 ? `the column "${repeated.join('", "')}" occurs twice` : null
}

/** Returns '' for a cell that contains only spaces, because it looks empty in every spreadsheet. */
function unlessBlank(text: string): string {
  return text.trim() === '' ? '' : text
}

function toQuestion(columns: string[], record: string[]): Record<string, unknown> {
  const field = (name: string) => record[columns.indexOf(name)] ?? ''
  const alternatives = columns.filter((name) => ALTERNATIVE_COLUMN.test(name)).map((name) => unlessBlank(field(name)))
  const lastFilled = alternatives.findLastIndex((text) => text !== '')
  const explanation = field(EXPLANATION_COLUMN)
  return {
    id: field('id'),
    question: field('question'),
    alternatives: alternatives.slice(0, lastFilled + 1),
    correct: /^\d+$/.test(field('correct')) ? Number(field('correct')) : field('correct'),
    theme: field('theme'),
    ...(explanation === '' ? {} : { explanation }),
  }
}
