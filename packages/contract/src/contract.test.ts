import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import {
  check,
  lenientQuestionSchema,
  lenientUserStatsSchema,
  questionListSchema,
  questionSchema,
  userStatsSchema,
} from './index.ts'

/** Ids and texts at the limits of the contract, mixed with random ids and texts. */
const idArbitrary = fc.oneof(
  fc.constantFrom('q1', 'ação', '🎓', '0', 'q 1', '', '__proto__', 'constructor', 'toString', 'q'.repeat(101)),
  fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }),
)
const textArbitrary = fc.oneof(fc.constantFrom('', ' ', '\u00A0', 'sim'), fc.string({ unit: 'grapheme' }))
const countArbitrary = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.5, Number.MAX_SAFE_INTEGER, 2 ** 53),
  fc.nat({ max: 1_000 }),
)

const questionArbitrary = fc.record(
  {
    id: idArbitrary,
    question: textArbitrary,
    alternatives: fc.array(textArbitrary, { minLength: 1, maxLength: 5 }),
    correct: fc.oneof(fc.nat({ max: 4 }), fc.constantFrom(-1, 0.5)),
    theme: textArbitrary,
    explanation: textArbitrary,
  },
  { requiredKeys: ['id', 'question', 'alternatives', 'correct', 'theme'] },
)

const mapOf = <Value>(key: fc.Arbitrary<string>, value: fc.Arbitrary<Value>) =>
  fc.array(fc.tuple(key, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries))

const userStatsArbitrary = fc.record(
  {
    id: idArbitrary,
    questionsStats: mapOf(idArbitrary, fc.record({ tries: countArbitrary, correct: countArbitrary })),
    marks: mapOf(fc.oneof(fc.uuid(), idArbitrary), countArbitrary),
  },
  { requiredKeys: ['id', 'questionsStats'] },
)

test.each<[string, z.ZodMiniType, z.ZodMiniType, fc.Arbitrary<unknown>]>([
  ['a question', questionSchema, lenientQuestionSchema, questionArbitrary],
  ['a document of user statistics', userStatsSchema, lenientUserStatsSchema, userStatsArbitrary],
])('the lenient schema accepts %s unchanged if the strict schema accepts it', (_what, strict, lenient, arbitrary) => {
  fc.assert(
    fc.property(arbitrary, (value) => {
      const stored = strict.safeParse(value)
      fc.pre(stored.success) // fast-check fails if hardly any value passes
      expect(stored.data).toEqual(value)
      expect(lenient.safeParse(stored.data)).toEqual({ success: true, data: value })
    }),
    { numRuns: 500 },
  )
})

const QUESTION = { id: 'q1', question: 'Sim?', alternatives: ['sim', '', 'não'], correct: 2, theme: '' }
const STATS = { id: 'ana', questionsStats: { q1: { tries: 2, correct: 1 } } }

test.each<[string, Record<string, unknown>]>([
  ['one alternative', { alternatives: ['sim'], correct: 0 }],
  ['an empty text', { question: '' }],
  ['an id with a space', { id: 'q 1' }],
  ['an unknown field', { level: 3 }],
])('the strict schema rejects a question with %s, and the lenient schema accepts it', (_case, change) => {
  const asked = { ...QUESTION, ...change }
  const { level: _level, ...known } = asked as typeof asked & { level?: number }
  expect(questionSchema.safeParse(asked).success).toBe(false)
  expect(lenientQuestionSchema.safeParse(asked)).toEqual({ success: true, data: known })
})

test.each([[null], [7], [['Porque sim.']], [{ pt: 'Porque sim.' }], [''], [' \n']])(
  'the strict schema rejects the explanation %j, and the lenient schema drops it',
  (explanation) => {
    expect(questionSchema.safeParse({ ...QUESTION, explanation }).success).toBe(false)
    expect(lenientQuestionSchema.parse({ ...QUESTION, explanation })).toStrictEqual(QUESTION)
  },
)

test('both schemas keep the paragraphs of an explanation, and leave a question without an explanation unchanged', () => {
  const explained = { ...QUESTION, explanation: 'Porque sim.\n\nE o não?' }
  for (const schema of [questionSchema, lenientQuestionSchema]) {
    expect(schema.parse(explained)).toStrictEqual(explained)
    expect(schema.parse(QUESTION)).toStrictEqual(QUESTION)
  }
})

test.each<[string, Record<string, unknown>]>([
  ['an empty user name', { id: '' }],
  ['a device with a space', { marks: { 'my phone': 1 } }],
  ['an unknown field', { updatedAt: '2026-11-21' }],
])('the strict schema rejects statistics with %s, and the lenient schema accepts them', (_case, change) => {
  const stats = { ...STATS, ...change }
  const { updatedAt: _updatedAt, ...known } = stats as typeof stats & { updatedAt?: string }
  expect(userStatsSchema.safeParse(stats).success).toBe(false)
  expect(lenientUserStatsSchema.safeParse(stats)).toEqual({ success: true, data: known })
})

test.each<[string, z.ZodMiniType, unknown]>([
  ['a question without a right alternative', lenientQuestionSchema, { ...QUESTION, correct: 3 }],
  ['a question without an id', lenientQuestionSchema, { ...QUESTION, id: '' }],
  ['a question with a number as theme', lenientQuestionSchema, { ...QUESTION, theme: 7 }],
  [
    'a question whose right alternative is blank',
    lenientQuestionSchema,
    { ...QUESTION, alternatives: ['sim', '', ' '] },
  ],
  [
    'a question whose right alternative is null',
    lenientQuestionSchema,
    { ...QUESTION, alternatives: ['a', 'b', null] },
  ],
  ['a question whose id is null', lenientQuestionSchema, { ...QUESTION, id: null }],
  ['statistics with a list of tallies', lenientUserStatsSchema, { ...STATS, questionsStats: [] }],
  ['statistics with a mark that is a string', lenientUserStatsSchema, { ...STATS, marks: { phone: '1' } }],
  ['statistics with a list of marks', lenientUserStatsSchema, { ...STATS, marks: [1] }],
  ['statistics with null as marks', lenientUserStatsSchema, { ...STATS, marks: null }],
])('the lenient schema rejects %s', (_case, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false)
})

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['a null theme', { theme: null }, { theme: '' }],
  ['no theme', { theme: undefined }, { theme: '' }],
  ['a null alternative', { alternatives: ['sim', null, 'não'] }, { alternatives: ['sim', '', 'não'] }],
  ['a blank alternative', { alternatives: ['sim', ' \u00A0', 'não'] }, { alternatives: ['sim', '', 'não'] }],
  ['a number as id', { id: 7 }, { id: '7' }],
  ['zero as id', { id: 0 }, { id: '0' }],
])('the strict schema rejects a question with %s, and the lenient schema repairs it', (_case, change, kindly) => {
  const sent = JSON.parse(JSON.stringify({ ...QUESTION, ...change })) as unknown
  expect(questionSchema.safeParse(sent).success).toBe(false)
  expect(lenientQuestionSchema.parse(sent)).toStrictEqual({ ...QUESTION, ...kindly })
})

test.each<[string, unknown, unknown]>([
  ['counts as strings', { tries: '3', correct: '1' }, { tries: 3, correct: 1 }],
  ['one count as a string', { tries: '3', correct: 1 }, { tries: 3, correct: 1 }],
  ['counts as strings and an unknown field', { tries: '3', correct: 1, at: 7 }, { tries: 3, correct: 1, at: 7 }],
  ['more right answers than attempts', { tries: 1, correct: 2 }, { tries: 2, correct: 2 }],
  ['no count of right answers', { tries: 3 }, { tries: 3, correct: 0 }],
  ['null as a count', { tries: 3, correct: null }, { tries: 3, correct: 0 }],
  ['a negative count', { tries: -1, correct: 2 }, { tries: 2, correct: 2 }],
])(
  'the strict schema rejects an entry with %s, and the lenient schema repairs it without lowering a valid count',
  (_case, entry, repaired) => {
    const sent = { ...STATS, questionsStats: { ...STATS.questionsStats, odd: entry } }
    expect(userStatsSchema.safeParse(sent).success).toBe(false)
    expect(lenientUserStatsSchema.parse(sent)).toStrictEqual({
      ...STATS,
      questionsStats: { ...STATS.questionsStats, odd: repaired },
    })
  },
)

test.each([[null], [7], ['3'], [[3, 1]], [{}], [{ tries: -1 }], [{ tries: 0.5, correct: 'x' }], [{ tries: '' }]])(
  'the lenient schema drops the entry %j, which has no readable count, and keeps the other entries',
  (entry) => {
    const sent = JSON.parse(`{"odd":${JSON.stringify(entry)},"__proto__":${JSON.stringify(entry)}}`) as object
    const questionsStats = { ...STATS.questionsStats, ...sent }
    expect(lenientUserStatsSchema.parse({ ...STATS, questionsStats })).toStrictEqual(STATS)
  },
)

test.each([
  ['no questionsStats', { id: 'ana' }],
  ['null as questionsStats', { id: 'ana', questionsStats: null }],
])('for statistics with %s, the lenient schema returns an empty map', (_case, sent) => {
  expect(lenientUserStatsSchema.parse(sent)).toStrictEqual({ id: 'ana', questionsStats: {} })
})

test('repairing an entry with the key __proto__ does not change the prototype', () => {
  const questionsStats: unknown = JSON.parse('{"__proto__":{"tries":"3","correct":"1"}}')
  const read = lenientUserStatsSchema.parse({ ...STATS, questionsStats }).questionsStats
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.entries(read)).toEqual([['__proto__', { tries: 3, correct: 1 }]])
})

test('check stops at the twentieth flaw, both in maps and in lists', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => [`q${index}`, { tries: -1, correct: 'x' }])
  const marks = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`d${index}`, -1]))
  const body = { ...STATS, questionsStats: Object.fromEntries(entries), marks }
  const { issues = [] } = userStatsSchema.safeParse(body).error ?? {}
  expect(issues.filter(({ path }) => path[0] === 'questionsStats')).toHaveLength(20)
  expect(issues.filter(({ path }) => path[0] === 'marks')).toHaveLength(20)
  expect(check(userStatsSchema, body).flaws).toHaveLength(20)
  expect(check(questionSchema, { ...QUESTION, alternatives: Array(100).fill(7) }).flaws).toHaveLength(20)
})

test.each<[string, z.ZodMiniType, unknown, string, RegExp]>([
  ['10,001 entries', userStatsSchema, { ...STATS, questionsStats: manyTallies(10_001) }, 'questionsStats', /10000/],
  ['1,001 marks', userStatsSchema, { ...STATS, marks: manyMarks(1_001) }, 'marks', /1000/],
  ['a user name of 129 characters', userStatsSchema, { ...STATS, id: 'a'.repeat(129) }, 'id', /128/],
  ['a long question', questionSchema, { ...QUESTION, question: 'a'.repeat(20_001) }, 'question', /20000/],
  ['a long theme', questionSchema, { ...QUESTION, theme: 'a'.repeat(201) }, 'theme', /200/],
  ['101 alternatives', questionSchema, { ...QUESTION, alternatives: Array(101).fill('a') }, 'alternatives', /100/],
])('check reports a single flaw for %s', (_case, schema, value, path, message) => {
  expect(check(schema, value).flaws).toEqual([{ path, message: expect.stringMatching(message) }])
})

test('check accepts 10,000 entries and 1,000 marks', () => {
  const stats = { ...STATS, questionsStats: manyTallies(10_000), marks: manyMarks(1_000) }
  expect(check(userStatsSchema, stats).data).toEqual(stats)
})

test("a flaw contains only the first characters of a client's long key", () => {
  const long = 'q'.repeat(1_000_000)
  const { flaws = [] } = check(userStatsSchema, { ...STATS, questionsStats: { [long]: 1 }, [long]: 1 })
  expect(flaws).toHaveLength(3)
  for (const { path, message } of flaws) expect(path.length + message.length).toBeLessThan(450)
})

test('the lenient schema rejects a question with a million invalid alternatives', () => {
  expect(lenientQuestionSchema.safeParse({ ...QUESTION, alternatives: Array(1_000_000).fill(7) }).success).toBe(false)
})

function manyTallies(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, { tries: 2, correct: 1 }]))
}

function manyMarks(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`device-${index}`, index]))
}

test('questionListSchema accepts only a list of valid questions', () => {
  expect(questionListSchema.parse([QUESTION])).toEqual([QUESTION])
  expect(questionListSchema.safeParse([QUESTION, { ...QUESTION, theme: null }]).success).toBe(false)
})
