import { expect, test } from 'vitest'

import { question } from '../../test/question.ts'
import { parseQuestions, parseStats } from './schemas.ts'

test.each([
  ['no id', { ...question('a'), id: undefined }, 'id'],
  ['an empty id', question(''), 'id'],
  ['alternatives that are no list', { ...question('a'), alternatives: 'x' }, 'alternatives'],
  ['a right answer outside the list', question('a', { correct: 2 }), 'correct'],
  ['an empty right answer', question('a', { alternatives: ['', 'x'] }), 'correct'],
  ['no theme', { ...question('a'), theme: null }, 'theme'],
  ['null', null, ''],
])('a question with %s is left out and named by its place', async (_case, malformed, field) => {
  const parsed = await parseQuestions([question('ok'), malformed])
  expect(parsed?.questions.map(({ id }) => id)).toEqual(['ok'])
  expect(parsed?.skipped).toHaveLength(1)
  expect(parsed?.skipped[0]?.index).toBe(1)
  expect(parsed?.skipped[0]?.problem).toContain(field)
})

test('a second question with the same id is left out', async () => {
  const parsed = await parseQuestions([question('a', { theme: 'first' }), question('a', { theme: 'second' })])
  expect(parsed?.questions.map(({ theme }) => theme)).toEqual(['first'])
  expect(parsed?.skipped).toEqual([{ index: 1, problem: 'id: stands twice in the list' }])
})

test('an empty theme and empty alternatives are fine', async () => {
  const asked = question('a', { theme: '', alternatives: ['x', '', 'y'] })
  expect(await parseQuestions([asked])).toEqual({ questions: [asked], skipped: [] })
})

test.each([null, {}, 'text', { questions: [] }])('a reply that is no list is null: %j', async (body) => {
  expect(await parseQuestions(body)).toBeNull()
})

test('statistics are read with and without marks', () => {
  const plain = { id: 'ana', questionsStats: { q1: { tries: 2, correct: 1 } } }
  expect(parseStats(plain)).toEqual(plain)
  expect(parseStats({ ...plain, marks: { phone: 3 } })).toEqual({ ...plain, marks: { phone: 3 } })
})

test.each([
  ['negative tries', { id: 'ana', questionsStats: { q1: { tries: -1, correct: 0 } } }],
  ['a count that is text', { id: 'ana', questionsStats: { q1: { tries: '1', correct: 0 } } }],
  ['no map', { id: 'ana' }],
  ['a list', []],
])('statistics with %s are null', (_case, body) => {
  expect(parseStats(body)).toBeNull()
})
