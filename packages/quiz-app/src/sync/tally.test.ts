import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addAnswers, indexTallies, pointwiseMaximum, tallyIn, tallyLookup } from './tally.ts'

test('an answer increments `tries`, and a right answer also increments `correct`', () => {
  const stats = { a: { tries: 2, correct: 1 } }
  expect(addAnswers(stats, [{ questionId: 'a', correct: true }])).toEqual({ a: { tries: 3, correct: 2 } })
  expect(addAnswers(stats, [{ questionId: 'a', correct: false }])).toEqual({ a: { tries: 3, correct: 1 } })
})

test.each([
  [true, 1],
  [false, 0],
])('a first answer with correct %s creates an entry with tries 1 and correct %i', (correct, count) => {
  expect(addAnswers({}, [{ questionId: 'a', correct }])).toEqual({ a: { tries: 1, correct: count } })
})

test('addAnswers does not modify its input', () => {
  const stats = { a: { tries: 1, correct: 0 } }
  addAnswers(stats, [{ questionId: 'a', correct: true }])
  expect(stats).toEqual({ a: { tries: 1, correct: 0 } })
})

test('addAnswers counts a question whose id is the name of a built-in property like any other question', () => {
  expect(tallyIn({}, 'constructor')).toEqual({ tries: 0, correct: 0 })
  expect(addAnswers({}, [{ questionId: 'toString', correct: true }])).toEqual({ toString: { tries: 1, correct: 1 } })
})

test('pointwiseMaximum returns the larger count in each field', () => {
  expect(
    pointwiseMaximum({ a: { tries: 3, correct: 0 }, b: { tries: 1, correct: 1 } }, { a: { tries: 2, correct: 2 } }),
  ).toEqual({ a: { tries: 3, correct: 2 }, b: { tries: 1, correct: 1 } })
})

test('tallyLookup matches a plain count of the statistics and answers', () => {
  const id = fc.constantFrom('a', 'b', 'c')
  const tally = fc.record({ tries: fc.nat(5), correct: fc.nat(5) })
  const answers = fc.array(fc.record({ questionId: id, correct: fc.boolean() }))
  fc.assert(
    fc.property(fc.dictionary(id, tally), answers, id, (stats, given, asked) => {
      const asGiven = given.filter(({ questionId }) => questionId === asked)
      const counted = {
        tries: (stats[asked]?.tries ?? 0) + asGiven.length,
        correct: (stats[asked]?.correct ?? 0) + asGiven.filter(({ correct }) => correct).length,
      }
      expect(tallyLookup(indexTallies(stats), given)(asked)).toEqual(counted)
      expect(tallyIn(addAnswers(stats, given), asked)).toEqual(counted)
    }),
  )
})
