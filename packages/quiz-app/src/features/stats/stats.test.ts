import { expect, test } from 'vitest'

import { question } from '../../../test/question.ts'
import { indexTallies, percentCorrect, tallyLookup } from '../../sync/tally.ts'
import { bankTotals, themeTotals } from './stats.ts'

test('themeTotals adds up tries and right answers by theme, for attempted themes only', () => {
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
  const totals = themeTotals(bank, tallyOf)
  expect(totals).toEqual([
    { theme: '', tries: 1, correct: 1, seen: 1, questions: 1, hasMistakes: false },
    { theme: 'Água', tries: 1, correct: 0, seen: 1, questions: 1, hasMistakes: true },
    { theme: 'Zoologia', tries: 4, correct: 2, seen: 2, questions: 2, hasMistakes: true },
  ])
  expect(bankTotals(bank, totals)).toEqual({ tries: 6, correct: 3, seen: 4, questions: 5 })
})

test('themeTotals counts all questions of a theme and the seen questions of that theme', () => {
  const bank = ['a', 'b', 'c'].map((id) => question(id, { theme: 'Artes' }))
  const seenOnce = tallyLookup(new Map(), [
    { questionId: 'a', correct: true },
    { questionId: 'a', correct: true },
  ])
  expect(themeTotals(bank, seenOnce)).toEqual([
    { theme: 'Artes', tries: 2, correct: 2, seen: 1, questions: 3, hasMistakes: false },
  ])
})

test('themeTotals ignores statistics of questions that the bank no longer contains', () => {
  expect(themeTotals([], tallyLookup(indexTallies({ gone: { tries: 1, correct: 1 } }), []))).toEqual([])
})

test.each([
  [1, 3, 33],
  [2, 3, 67],
  [1, 8, 13],
  [23, 40, 58],
  [0, 4, 0],
  [4, 4, 100],
  [0, 0, 0],
])('%i right answers in %i tries are %i percent', (correct, tries, percent) => {
  expect(percentCorrect({ correct, tries })).toBe(percent)
})
