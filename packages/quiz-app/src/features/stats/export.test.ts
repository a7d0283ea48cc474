import fc from 'fast-check'
import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import { indexTallies, tallyLookup } from '../../sync/tally.ts'
import { exportRows, toCsv, toJson } from './export.ts'

const TITLES = ['questão', 'b', 'c', 'd', 'e'] as const

const exported = [question('q,1', { theme: 'Arte "moderna"' }), question('q2', { theme: '=1+1' }), question('q3')]
const rows = exportRows(
  exported,
  tallyLookup(indexTallies({ 'q,1': { tries: 3, correct: 2 }, q2: { tries: 1, correct: 0 } }), []),
)

/** Returns a CSV file with one question whose id and theme are both `text`. */
function csvOf(text: string): string {
  return toCsv([{ id: text, theme: text, tries: 3, correct: 2, percent: 67 }], TITLES)
}

test('exportRows returns only attempted questions', () => {
  expect(rows).toEqual([
    { id: 'q,1', theme: 'Arte "moderna"', tries: 3, correct: 2, percent: 67 },
    { id: 'q2', theme: '=1+1', tries: 1, correct: 0, percent: 0 },
  ])
})

test('the CSV file has a UTF-8 byte order mark, semicolons, quoted cells and no formulas', () => {
  expect(toCsv(rows, TITLES)).toBe(
    '\uFEFF"questão";"b";"c";"d";"e"\r\n"q,1";"Arte ""moderna""";"3";"2";"67"\r\n"q2";"\'=1+1";"1";"0";"0"\r\n',
  )
})

test.each([
  'História do Brasil',
  'Pré-história',
  'Artes; música, dança',
  'C++',
  'a = b',
  '"Dom Casmurro"',
  "d'água",
  'duas\nlinhas',
  '-5',
  '+3,5',
  '-0.25',
  '',
])('%j is unchanged after export to CSV and import', (text) => {
  expect(readCsv(csvOf(text)).at(1)).toEqual([text, text, '3', '2', '67'])
})

/** Parses a file in which every cell is quoted as in RFC 4180. */
function readCsv(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted = '', end] of csv.matchAll(/"((?:[^"]|"")*)"(;|\r\n)/g)) {
    lines.at(-1)?.push(quoted.replaceAll('""', '"'))
    if (end !== ';') lines.push([])
  }
  return lines
}

/** Places where a program recognises quotes: anywhere, only at the start of a cell, or nowhere. */
type Quotes = 'anywhere' | 'at the start' | 'unknown'

function cellsAsReadBy(csv: string, separator: string, quotes: Quotes): string[] {
  let isQuoted = false
  let cell = ''
  const cells: string[] = []
  for (const character of csv) {
    const counts = quotes === 'anywhere' || (quotes === 'at the start' && (isQuoted || cell === ''))
    if (character === '"' && counts) isQuoted = !isQuoted
    else if (!isQuoted && (character === separator || character === '\n' || character === '\r')) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  return [...cells, cell]
}

/** Returns the formulas, except numbers, that a spreadsheet with any settings would find in this file. */
function formulasIn(csv: string): string[] {
  const readings = [';', ',', '\t'].flatMap((separator) =>
    (['anywhere', 'at the start', 'unknown'] as const).map((quotes) => cellsAsReadBy(csv, separator, quotes)),
  )
  const cells = readings.flat().map((cell) => cell.replace(/^[\s"\p{Cc}\p{Cf}]+/u, ''))
  return cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell) && !/^[-+]\d+([.,]\d+)?(["\s;,]|$)/.test(cell))
}

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00A0=1+1',
  '\u200B=1+1',
  '\u0000=1+1',
  '"=1+1',
  '""=1+1',
  '＝1+1',
  '＠SUM(A1)',
  'Artes;=1+1',
  "Artes,=cmd|'/c calc'!A1,x",
  'Artes; "=1+1"',
  'Artes\t=1+1',
  'Artes\n=1+1',
  '";=1+1;"',
  '-5;=1+1',
])('%j is not a formula in the CSV file, whichever separator the spreadsheet assumes', (text) => {
  // Without an apostrophe, the text would be a formula.
  expect(formulasIn(`"${text.replaceAll('"', '""')}";"x"\r\n`)).not.toEqual([])
  expect(formulasIn(csvOf(text))).toEqual([])
})

test('random text made of operators, separators and quotes never becomes a formula in the CSV file', () => {
  const nasty = fc.constantFrom('=', '+', '-', '@', '＝', ';', ',', '\t', '\r', '\n', '"', "'", ' ', '\u200B', '1', 'a')
  fc.assert(
    fc.property(fc.string({ unit: nasty, maxLength: 12 }), (text) => {
      expect(formulasIn(csvOf(text))).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

test('toCsv formats a string of 200,000 quotation marks in less than a second', () => {
  const startMs = performance.now()
  csvOf('"'.repeat(200_000))
  expect(performance.now() - startMs).toBeLessThan(1_000)
})

test('the JSON file contains the exported rows', () => {
  expect(JSON.parse(toJson(rows))).toEqual(rows)
})
