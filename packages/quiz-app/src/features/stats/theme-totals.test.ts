import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import { indexTallies, tallyLookup } from '../../sync/tally.ts'
import { percentCorrect, themeTotals } from './theme-totals.ts'

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
])('%i of %i is %i%%', (correct, tries, percent) => {
  expect(percentCorrect({ correct, tries })).toBe(percent)
})
