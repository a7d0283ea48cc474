import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import { indexTallies, tallyLookup } from '../../sync/tally.ts'
import { exportRows, toCsv, toJson } from './export.ts'

const bank = [question('q,1', { theme: 'Arte "moderna"' }), question('q2', { theme: '=1+1' }), question('q3')]
const rows = exportRows(
  bank,
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
