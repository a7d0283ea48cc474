import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import { indexTallies, tallyLookup } from '../../sync/tally.ts'
import { exportRows, percentCorrect, themeTotals, toCsv, toJson } from './stats.ts'

test('tries and right answers are summed by theme, over attempted themes only', () => {
  const bank = [
    question('a', { theme: 'Zoologia' }),
    question('b', { theme: 'Água' }),
    question('c', { theme: 'Zoologia' }),
    question('d', { theme: 'Física' }),
    question('e', { theme: '' }),
  ]
  const stats = { a: { tries: 3, correct: 1 }, c: { tries: 1, correct: 1 }, d: { tries: 0, correct: 0 } }
  const tallyOf = tallyLookup(indexTallies(stats), [
    { questionId: 'b', correct: false },
    { questionId: 'e', correct: true },
  ])
  expect(themeTotals(bank, tallyOf)).toEqual([
    { theme: '', tries: 1, correct: 1 },
    { theme: 'Água', tries: 1, correct: 0 },
    { theme: 'Zoologia', tries: 4, correct: 2 },
  ])
})

test('statistics of questions that left the bank are ignored', () => {
  expect(themeTotals([], tallyLookup(indexTallies({ gone: { tries: 1, correct: 1 } }), []))).toEqual([])
})

test.each([
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [0, 4, 0],
  [4, 4, 100],
  [0, 0, 0],
])('%i right answers in %i tries are %i percent', (correct, tries, percent) => {
  expect(percentCorrect({ correct, tries })).toBe(percent)
})

const exported = [question('q,1', { theme: 'Arte "moderna"' }), question('q2', { theme: '=1+1' }), question('q3')]
const rows = exportRows(
  exported,
  tallyLookup(indexTallies({ 'q,1': { tries: 3, correct: 2 }, q2: { tries: 1, correct: 0 } }), []),
)

test('only attempted questions are exported', () => {
  expect(rows).toEqual([
    { id: 'q,1', theme: 'Arte "moderna"', tries: 3, correct: 2, percent: 67 },
    { id: 'q2', theme: '=1+1', tries: 1, correct: 0, percent: 0 },
  ])
})

test('CSV quotes separators and disarms formulas', () => {
  expect(toCsv(rows, ['a', 'b', 'c', 'd', 'e'])).toBe(
    '\uFEFFa,b,c,d,e\r\n"q,1","Arte ""moderna""",3,2,67\r\nq2,\'=1+1,1,0,0\r\n',
  )
})

test('JSON holds the rows', () => {
  expect(JSON.parse(toJson(rows))).toEqual(rows)
})
