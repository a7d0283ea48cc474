import fc from 'fast-check'
import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { indexTallies, tallyLookup } from '../sync/tally.ts'
import { filterByThemes, orderQuestions, themeChoices } from './selection.ts'
import type { OrderMode } from './selection.ts'

const themedBank = ['Matemática', '', 'Água', 'Zoologia', 'Biologia', 'Água'].map((theme, index) =>
  question(`q${index}`, { theme }),
)

const bank = ['a', 'b', 'c', 'd'].map((id) => question(id))
const tallyOf = tallyLookup(
  indexTallies({ a: { tries: 2, correct: 1 }, b: { tries: 5, correct: 2 }, d: { tries: 2, correct: 0 } }),
  [],
)

const idsIn = (mode: OrderMode, random?: () => number) =>
  orderQuestions(bank, mode, tallyOf, random)
    .map(({ id }) => id)
    .join('')

test('the bank order stays', () => {
  expect(idsIn('bank')).toBe('abcd')
})

test('least answered first: untried counts as 0, ties keep the order of the bank', () => {
  expect(idsIn('least-answered')).toBe('cadb')
})

test('lowest hits first counts right answers, not the rate; untried counts as 0', () => {
  expect(idsIn('lowest-hits')).toBe('cdab') // by rate b, with 2 of 5, would come before a, with 1 of 2
})

test('answers not yet sent count too', () => {
  const withPending = tallyLookup(new Map(), [{ questionId: 'a', correct: true }])
  expect(orderQuestions(bank, 'least-answered', withPending).map(({ id }) => id)).toEqual(['b', 'c', 'd', 'a'])
})

test('a random order is a Fisher–Yates shuffle of the source', () => {
  expect(idsIn('random', () => 0)).toBe('bcda') // each last place swaps with the first
  expect(idsIn('random', () => 0.999)).toBe('abcd') // each place swaps with itself
})

test('a random order neither loses nor repeats a question, and leaves the bank as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 4 }),
      (numbers) => {
        let next = 0
        const ids = idsIn('random', () => numbers[next++ % numbers.length] ?? 0)
        expect(ids.split('').sort().join('')).toBe('abcd')
        expect(bank.map(({ id }) => id).join('')).toBe('abcd')
      },
    ),
  )
})

test('every order of three is about equally likely', () => {
  const counts = new Map<string, number>()
  for (let round = 0; round < 6000; round += 1) {
    const order = orderQuestions(bank.slice(0, 3), 'random', tallyOf)
      .map(({ id }) => id)
      .join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(6)
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(200) // 1 in 10^10 by chance
})

test('sorting agrees with the definition for any counts', () => {
  const tallies = fc.array(fc.record({ tries: fc.nat(9), correct: fc.nat(9) }), { maxLength: 40 })
  fc.assert(
    fc.property(tallies, fc.constantFrom('least-answered' as const, 'lowest-hits' as const), (list, mode) => {
      const many = list.map((_tally, index) => question(String(index)))
      const lookup = (id: string) => list[Number(id)] ?? { tries: 0, correct: 0 }
      const countOf = (id: string) => (mode === 'least-answered' ? lookup(id).tries : lookup(id).correct)
      const expected = many.toSorted((one, other) => countOf(one.id) - countOf(other.id))
      expect(orderQuestions(many, mode, lookup)).toEqual(expected)
    }),
  )
})

test('the choices are distinct, sorted as in Portuguese, without the first entry', () => {
  expect(themeChoices(themedBank)).toEqual(['Água', 'Biologia', 'Matemática', 'Zoologia'])
})

test('the first entry is dropped even when every question has a theme', () => {
  expect(themeChoices([question('a', { theme: 'B' }), question('b', { theme: 'A' })])).toEqual(['B'])
})

test('no choice means all questions', () => {
  expect(filterByThemes(themedBank, [])).toBe(themedBank)
})

test('chosen themes keep their questions in the order of the bank', () => {
  expect(filterByThemes(themedBank, ['Água', 'Matemática']).map(({ id }) => id)).toEqual(['q0', 'q2', 'q5'])
})

test('a theme nobody has keeps nothing', () => {
  expect(filterByThemes(themedBank, ['Física'])).toEqual([])
})
