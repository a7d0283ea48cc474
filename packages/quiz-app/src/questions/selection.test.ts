import type { Question, Tally } from '@cognito-srp/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { indexTallies, tallyLookup } from '../sync/tally.ts'
import { chooseQuestions, needsTallies, questionsIn, themeChoices } from './selection.ts'
import type { OrderMode, Selection } from './selection.ts'

/** Random sources for a shuffle: each position swaps with itself, or with the first position. */
const keepOrder = () => 0.999
const swapWithFirst = () => 0

const themedBank = ['Matemática', '', 'Água', 'Zoologia', 'Biologia', 'Água'].map((theme, index) =>
  question(`q${index}`, { theme }),
)

const bank = ['a', 'b', 'c', 'd'].map((id) => question(id))
const tallyOf = tallyLookup(
  indexTallies({ a: { tries: 2, correct: 1 }, b: { tries: 5, correct: 2 }, d: { tries: 2, correct: 0 } }),
  [],
)
const idsOf = (questions: readonly Question[]) => questions.map(({ id }) => id).join('')
const everything = (mode: OrderMode): Selection => ({ themes: [], mode })
const idsIn = (mode: OrderMode, random?: () => number) =>
  idsOf(chooseQuestions(bank, everything(mode), tallyOf, random))

test('a run in the order "bank" has the questions in the order of the bank', () => {
  expect(idsIn('bank')).toBe('abcd')
})

test('the order "least answered first" counts untried questions as 0 and shuffles questions with equal counts', () => {
  expect(idsIn('least-answered', keepOrder)).toBe('cadb')
  expect(idsIn('least-answered', swapWithFirst)).toBe('cdab')
})

test('the order "lowest hits first" sorts by the number of right answers, not by the rate, and among equal numbers puts tried questions before untried questions', () => {
  expect(idsIn('lowest-hits')).toBe('dcab') // an order by rate would put b (2 of 5) before a (1 of 2)
})

test('after 30 answers of which 10 are wrong, the order "lowest hits first" begins with the 10 wrongly answered questions, shuffled', () => {
  const many = Array.from({ length: 374 }, (_, index) => question(String(index)))
  const answers = many.slice(100, 130).map(({ id }) => ({ questionId: id, correct: Number(id) % 3 !== 0 }))
  const begin = () =>
    chooseQuestions(many, everything('lowest-hits'), tallyLookup(new Map(), answers))
      .slice(0, 10)
      .map(({ id }) => Number(id))
  const once = begin()
  expect(once.toSorted((one, other) => one - other)).toEqual([102, 105, 108, 111, 114, 117, 120, 123, 126, 129])
  // The probability that four random orders are identical is about 1 in 5 · 10^19.
  expect([begin(), begin(), begin()]).not.toEqual([once, once, once])
})

test('the order "least answered first" also counts unsent answers', () => {
  const withPending = tallyLookup(new Map(), [{ questionId: 'a', correct: true }])
  expect(idsOf(chooseQuestions(bank, everything('least-answered'), withPending, keepOrder))).toBe('bcda')
})

test('a random order is a Fisher–Yates shuffle that uses the random source', () => {
  expect(idsIn('random', swapWithFirst)).toBe('bcda')
  expect(idsIn('random', keepOrder)).toBe('abcd')
})

test('a random order contains every question once and does not change the bank', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 4 }),
      (numbers) => {
        let next = 0
        const ids = idsIn('random', () => numbers[next++ % numbers.length] ?? 0)
        expect(ids.split('').sort().join('')).toBe('abcd')
        expect(idsOf(bank)).toBe('abcd')
      },
    ),
  )
})

test.each(['random', 'lowest-hits'] as const)(
  'in the mode %s, all orders of three untried questions are about equally likely',
  (mode) => {
    const counts = new Map<string, number>()
    const untried = tallyLookup(new Map(), [])
    for (let round = 0; round < 6000; round += 1) {
      const order = idsOf(chooseQuestions(bank.slice(0, 3), everything(mode), untried))
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200) // 1 in 10^10 by chance
  },
)

test('both orders by statistics match their definitions for random counts', () => {
  const tallies = fc.array(fc.record({ tries: fc.nat(9), correct: fc.nat(9) }), { maxLength: 40 })
  fc.assert(
    fc.property(tallies, fc.constantFrom('least-answered' as const, 'lowest-hits' as const), (list, mode) => {
      const many = list.map((_tally, index) => question(String(index)))
      const lookup = (id: string) => list[Number(id)] ?? { tries: 0, correct: 0 }
      const place = ({ tries, correct }: Tally) => [mode === 'least-answered' ? tries : correct, tries > 0 ? 0 : 1]
      const expected = many
        .map(({ id }) => place(lookup(id)))
        .toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
      const sorted = chooseQuestions(many, everything(mode), lookup)
      expect(sorted.map(({ id }) => place(lookup(id)))).toEqual(expected)
      expect(new Set(sorted)).toEqual(new Set(many))
    }),
  )
})

test('the option "mistakes only" selects every question that was answered wrong at least once', () => {
  expect(idsOf(chooseQuestions(bank, { ...everything('bank'), mistakesOnly: true }, tallyOf))).toBe('abd')
  const allRight = tallyLookup(new Map(), [{ questionId: 'a', correct: true }])
  expect(chooseQuestions(bank, { ...everything('random'), mistakesOnly: true }, allRight)).toEqual([])
})

test.each([
  [2, 'dc'],
  [4, 'dcab'],
  [9, 'dcab'],
])('a limit of %i selects the first questions in the chosen order', (limit, ids) => {
  expect(idsOf(chooseQuestions(bank, { ...everything('lowest-hits'), limit }, tallyOf))).toBe(ids)
})

test('an order by statistics and the option "mistakes only" need the statistics, but a random order and the bank’s order do not', () => {
  expect(
    (['bank', 'random', 'least-answered', 'lowest-hits'] as const).map((mode) => needsTallies(everything(mode))),
  ).toEqual([false, false, true, true])
  expect(needsTallies({ ...everything('random'), mistakesOnly: true })).toBe(true)
})

test('the theme choices are distinct and in Portuguese order, without the first entry', () => {
  expect(themeChoices(themedBank)).toEqual(['Água', 'Biologia', 'Matemática', 'Zoologia'])
})

test('the theme choices omit the first entry even if every question has a theme', () => {
  expect(themeChoices([question('a', { theme: 'B' }), question('b', { theme: 'A' })])).toEqual(['B'])
})

test('questionsIn returns all questions if no theme is chosen', () => {
  expect(questionsIn(themedBank, { themes: [] }, tallyOf)).toBe(themedBank)
})

test('questionsIn returns the questions of the chosen themes in the order of the bank', () => {
  const chosen = questionsIn(themedBank, { themes: ['Água', 'Matemática'] }, tallyOf)
  expect(chosen.map(({ id }) => id)).toEqual(['q0', 'q2', 'q5'])
})

test('questionsIn returns an empty list for a theme that no question has', () => {
  expect(questionsIn(themedBank, { themes: ['Física'] }, tallyOf)).toEqual([])
})
