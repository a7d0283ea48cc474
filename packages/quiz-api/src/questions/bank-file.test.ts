import { expect, test } from 'vitest'

import { BankError, parseBank } from './bank-file.ts'

const GOOD = { id: 'q1', question: 'Sim?', alternatives: ['sim', '', 'não'], correct: 2, theme: '' }

function problemsOf(fileName: string, text: string) {
  try {
    parseBank(fileName, text)
  } catch (error) {
    if (error instanceof BankError) return error.problems
    throw error
  }
  throw new Error('The bank was taken.')
}

const json = (...values: unknown[]) => JSON.stringify(values, null, 1)

test('parseBank reads a JSON bank with or without a byte order mark', () => {
  const questions = [GOOD, { ...GOOD, id: 'q2', question: 'Um.\n\nDois?' }]
  expect(parseBank('bank.json', `\uFEFF${JSON.stringify(questions)}`)).toEqual(questions)
  expect(parseBank('bank.json', '[]')).toEqual([])
})

const CSV = `\uFEFFid,theme,question,correct,alternative_1,alternative_2,alternative_3
q1,,Sim?,2,sim,,não
q2,"Lógica, etc.","Um.

""Dois""?",0,a,b,
`

test('parseBank reads a CSV bank with quotes, line breaks and empty trailing alternatives', () => {
  expect(parseBank('bank.csv', CSV)).toEqual([
    GOOD,
    { id: 'q2', theme: 'Lógica, etc.', question: 'Um.\n\n"Dois"?', correct: 0, alternatives: ['a', 'b'] },
  ])
})

test('parseBank reads explanations from their column and ignores empty cells', () => {
  const text = `id,theme,question,correct,explanation,alternative_1,alternative_2
q1,,Sim?,1,"Porque sim.

E o não?",não,sim
q2,,Sim?,1,,não,sim
`
  const question = { theme: '', question: 'Sim?', correct: 1, alternatives: ['não', 'sim'] }
  expect(parseBank('bank.csv', text)).toStrictEqual([
    { id: 'q1', ...question, explanation: 'Porque sim.\n\nE o não?' },
    { id: 'q2', ...question },
  ])
})

test.each<[string, Record<string, unknown>, string]>([
  ['no id', { id: undefined }, 'id'],
  ['an id with a space', { id: 'q 1' }, 'id'],
  ['a reserved id', { id: '__proto__' }, 'id'],
  ['an empty question', { question: ' ' }, 'question'],
  ['a question that is a number', { question: 1 }, 'question'],
  ['one alternative', { alternatives: ['sim'], correct: 0 }, 'alternatives'],
  ['one alternative that is not empty', { alternatives: ['sim', ''], correct: 0 }, 'alternatives'],
  ['an alternative that is null', { alternatives: ['a', null, 'c'] }, 'alternatives.1'],
  ['a right alternative beyond the last', { correct: 3 }, 'correct'],
  ['an empty right alternative', { correct: 1 }, 'correct'],
  ['a negative index', { correct: -1 }, 'correct'],
  ['an index that is a string', { correct: '2' }, 'correct'],
  ['half an index', { correct: 0.5 }, 'correct'],
  ['no theme', { theme: undefined }, 'theme'],
  ['a blank explanation', { explanation: ' ' }, 'explanation'],
  ['an explanation that is a number', { explanation: 1 }, 'explanation'],
  ['an unknown field', { answer: 1 }, ''],
])('parseBank reports a JSON question with %s by line and field', (_case, change, field) => {
  const problems = problemsOf('bank.json', json(GOOD, { ...GOOD, id: 'q2', ...change }))
  expect(problems).toEqual([{ line: 13, field, message: expect.any(String) }])
})

test('parseBank reports every invalid row, not only the first', () => {
  const text = `[
    ${JSON.stringify(GOOD)},
    {"id": "q 2", "question": "[\\"},{", "alternatives": ["a", "b"], "correct": 9, "theme": ""},

    7, {"id": "q1",
      "question": "?", "alternatives": ["a", "b"], "correct": 0, "theme": ""}
  ]`
  expect(problemsOf('bank.json', text).map(({ line, field }) => `${line} ${field}`)).toEqual([
    '3 id',
    '3 correct',
    '5 ',
    '5 id',
  ])
})

test('a cell that contains only spaces is an empty alternative', () => {
  const text =
    'id,theme,question,correct,alternative_1,alternative_2,alternative_3,alternative_4\nq1,T,Um?,2,a, ,b,\t\n'
  expect(parseBank('bank.csv', text)).toMatchObject([{ alternatives: ['a', '', 'b'] }])
})

test('a repeated id is reported with the line of its first occurrence', () => {
  expect(problemsOf('bank.json', json(GOOD, GOOD))).toEqual([
    { line: 13, field: 'id', message: '"q1" is already used on line 2' },
  ])
})

test('an invalid row of a CSV file is reported with its first line', () => {
  const rows = ['q1,T,"Um.\n\nDois?",0,a,b', 'q2,T,Três?,x,a,b', 'q3,T,"Qua\ntro?",7,a,b', 'q1,T,Cinco?,0,a,b']
  const text = ['id,theme,question,correct,alternative_1,alternative_2', ...rows].join('\n')
  expect(problemsOf('bank.csv', text).map(({ line, field }) => `${line} ${field}`)).toEqual([
    '5 correct',
    '6 correct',
    '8 id',
  ])
})

test.each([
  ['bank.json', '{"questions": []}', 1, /array/],
  ['bank.json', '[\n{"id": "q1"\n,}\n]', 3, /not valid JSON/],
  ['bank.json', '[\n', 2, /not valid JSON/],
  ['bank.csv', '', 1, /column "id", "question", "correct", "theme" is missing/],
  ['bank.csv', 'id,question,correct,theme,answer\n', 1, /column "answer" is unknown/],
  ['bank.csv', 'id,id,question,correct,theme\n', 1, /column "id" occurs twice/],
  ['bank.csv', 'id,question,correct,theme\nq1,a\n', 2, /./],
  ['bank.csv', 'id,question,correct,theme\nq1,"a,0,T\n', 2, /./],
  ['bank.xlsx', '', 1, /\.json or a \.csv/],
])('for the file %s with the content %j, parseBank reports an error on line %i', (fileName, text, line, message) => {
  expect(problemsOf(fileName, text)).toEqual([{ line, field: '', message: expect.stringMatching(message) }])
})

test('a BankError has a code and describes the problem in its message', () => {
  expect(() => parseBank('bank.json', json({ ...GOOD, correct: 7 }))).toThrow(
    expect.objectContaining({
      code: 'InvalidBank',
      message: 'bank.json: line 2, correct: must be the 0-based index of an alternative that is not empty',
    }),
  )
})

test('parseBank reports its progress while it reads a long file', () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => ({ ...GOOD, id: `q${index}` }))
  const progress: number[] = []
  parseBank('bank.json', JSON.stringify(rows), (checked) => progress.push(checked))
  expect(progress).toEqual([1_000, 2_000])
})

const MILLION = 1_000_000
const COLUMNS = 'id,theme,question,correct,alternative_1,alternative_2'

test.each<[string, string, () => string, string]>([
  ['a question of 20 MB', 'bank.json', () => json({ ...GOOD, question: 'a'.repeat(20 * MILLION) }), '2 question'],
  ['a million quotes', 'bank.json', () => json({ ...GOOD, question: '"'.repeat(MILLION) }), '2 question'],
  ['an id of a million letters', 'bank.json', () => json({ ...GOOD, id: 'a'.repeat(MILLION) }), '2 id'],
  ['a million alternatives', 'bank.json', () => json({ ...GOOD, alternatives: Array(MILLION) }), '2 alternatives'],
  ['a field with a long name', 'bank.json', () => json({ ...GOOD, ['a'.repeat(MILLION)]: 1 }), '2 '],
  ['nested lists', 'bank.json', () => `[\n${'['.repeat(MILLION)}${']'.repeat(MILLION)}]`, '2 '],
  ['a cell of a million letters', 'bank.csv', () => `${COLUMNS}\nq1,,${'a'.repeat(MILLION)},0,a,b`, '2 question'],
  ['a cell of a million lines', 'bank.csv', () => `${COLUMNS}\nq1,,"${'a\n'.repeat(MILLION)}",0,a,b`, '2 question'],
  ['many columns', 'bank.csv', () => `${COLUMNS}${',a'.repeat(100_000)}\n`, '1 '],
  ['a column with a long name', 'bank.csv', () => `${COLUMNS},${'a'.repeat(MILLION)}\n`, '1 '],
])('parseBank reports %s by line and field, with a short message', (_case, fileName, text, expected) => {
  const problems = problemsOf(fileName, text())
  expect(problems.map(({ line, field }) => `${line} ${field}`)).toEqual([expected])
  expect(problems[0]?.message.length).toBeLessThan(300)
})

test('a file with a hundred thousand invalid rows is rejected with its first ten thousand problems', () => {
  const problems = problemsOf('bank.json', `[${'7,\n'.repeat(100_000)}7]`)
  expect(problems).toHaveLength(10_000)
  expect(problems.at(-1)?.line).toBe(10_000)
  expect(new BankError('bank.json', problems).message.length).toBeLessThan(2_000)
})
