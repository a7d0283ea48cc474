import { afterEach, expect, test, vi } from 'vitest'

import { question } from '../../test/question.ts'
import { parseQuestions } from './parse-questions.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['no id', { ...question('a'), id: undefined }, 'id'],
  ['an empty id', question(''), 'id'],
  ['alternatives that are not a list', { ...question('a'), alternatives: 'x' }, 'alternatives'],
  ['a right answer outside the list', question('a', { correct: 2 }), 'correct'],
  ['an empty right answer', question('a', { alternatives: ['', 'x'] }), 'correct'],
  ['a theme that is not a string', { ...question('a'), theme: ['x'] }, 'theme'],
  ['the value null', null, ''],
])('parseQuestions skips a question with %s and reports the index of the question', async (_case, malformed, field) => {
  const parsed = await parseQuestions([question('ok'), malformed])
  expect(parsed?.questions.map(({ id }) => id)).toEqual(['ok'])
  expect(parsed?.skipped).toHaveLength(1)
  expect(parsed?.skipped[0]?.index).toBe(1)
  expect(parsed?.skipped[0]?.problem).toContain(field)
})

test('parseQuestions skips a second question with the same id', async () => {
  const parsed = await parseQuestions([question('a', { theme: 'first' }), question('a', { theme: 'second' })])
  expect(parsed?.questions.map(({ theme }) => theme)).toEqual(['first'])
  expect(parsed?.skipped).toEqual([{ index: 1, problem: 'id: occurs twice in the list' }])
})

test('parseQuestions accepts an empty theme and empty alternatives', async () => {
  const asked = question('a', { theme: '', alternatives: ['x', '', 'y'] })
  expect(await parseQuestions([asked])).toEqual({ questions: [asked], skipped: [] })
})

test('parseQuestions accepts the variants of questions that other gateways send', async () => {
  const { theme: _theme, ...themeless } = question('c')
  const parsed = await parseQuestions([
    { ...question('7'), id: 7, theme: null },
    { ...question('b'), alternatives: ['x', null, ' ', 'y'], correct: 3 },
    themeless,
    question('7'),
  ])
  expect(parsed?.questions).toEqual([
    question('7', { theme: '' }),
    question('b', { alternatives: ['x', '', '', 'y'], correct: 3 }),
    question('c', { theme: '' }),
  ])
  expect(parsed?.skipped).toEqual([{ index: 3, problem: 'id: occurs twice in the list' }])
})

test('parseQuestions trims themes, so that each theme is listed once', async () => {
  const parsed = await parseQuestions([question('a', { theme: ' Física ' }), question('b', { theme: 'Física\n' })])
  expect(parsed?.questions.map(({ theme }) => theme)).toEqual(['Física', 'Física'])
})

test('parseQuestions skips a question with the id __proto__, because the statistics cannot count answers to that question', async () => {
  const parsed = await parseQuestions([question('__proto__'), question('constructor')])
  expect(parsed?.questions.map(({ id }) => id)).toEqual(['constructor'])
  expect(parsed?.skipped).toEqual([{ index: 0, problem: 'id: "__proto__" cannot be used as a key of the statistics' }])
})

test.each([null, {}, 'text', { questions: [] }])(
  'parseQuestions returns null for the reply %j, which is not a list',
  async (body) => {
    expect(await parseQuestions(body)).toBeNull()
  },
)

test('parseQuestions yields to the page before the first question and after every slice of 8 ms', async () => {
  let nowMs = 0
  const checkedBefore: number[] = []
  let checked = 0
  const countedId = (id: string) =>
    Object.defineProperty(question(id), 'id', { get: () => countCheck(id), enumerable: true })
  const countCheck = (id: string) => {
    checked += 1
    nowMs += 3
    return id
  }
  vi.stubGlobal('performance', { now: () => nowMs })
  vi.stubGlobal('scheduler', { yield: async () => void checkedBefore.push(checked) })
  await parseQuestions(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(countedId))
  expect(checkedBefore).toEqual([0, 3, 6])
})

test.each(['scheduler.yield', 'a timer'])(
  'parseQuestions lets other work run during its pauses, which use %s',
  async (way) => {
    const schedulerYield = () => new Promise((resolve) => setImmediate(resolve))
    vi.stubGlobal('scheduler', way === 'a timer' ? undefined : { yield: schedulerYield })
    const bank = Array.from({ length: 30_000 }, (_, index) => question(`q${index}`))
    let turns = 0
    const otherWork = setInterval(() => (turns += 1), 1)
    expect((await parseQuestions(bank))?.questions).toHaveLength(30_000)
    clearInterval(otherWork)
    expect(turns).toBeGreaterThan(1)
  },
)
