import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

type Test = {
  tcId: number
  comment: string
  flags: string[]
  input: { challengeParameters?: object }
  expected?: object
  result: string
}
type TestFile = {
  numberOfTests: number
  notes: Record<string, object>
  testGroups: { type: string; tests: Test[] }[]
}

const PACKAGE = resolve(import.meta.dirname, '..')
const FILES = readdirSync(join(PACKAGE, 'testvectors'))
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
const validate = compileSchema()

/** Returns the schema errors of the content. */
function errorsOf(content: unknown): unknown[] {
  return validate(content) === true ? [] : (validate.errors ?? [])
}

function readTestFile(file: string): TestFile {
  return JSON.parse(readFileSync(join(PACKAGE, 'testvectors', file), 'utf8')) as TestFile
}

/** Returns the names in backquotes. */
function namesIn(cell = ''): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

function compileSchema() {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false })
  for (const file of readdirSync(join(PACKAGE, 'schemas'))) {
    ajv.addSchema(JSON.parse(readFileSync(join(PACKAGE, 'schemas', file), 'utf8')) as object)
  }
  const schema = ajv.getSchema('test-file.schema.json')
  if (!schema) throw new Error('schemas/ has no test-file.schema.json.')
  return schema
}

test('the folder testvectors contains 12 files', () => {
  expect(FILES).toHaveLength(12)
})

test.each(FILES)('%s is valid against the schema', (file) => {
  expect(errorsOf(readTestFile(file))).toEqual([])
})

test.each(FILES)(
  '%s has a correct count, consecutive test numbers, unique comments and a note for each flag',
  (file) => {
    const { numberOfTests, notes, testGroups } = readTestFile(file)
    const tests = testGroups.flatMap((group) => group.tests)
    expect(tests).toHaveLength(numberOfTests)
    expect(tests.map(({ tcId }) => tcId)).toEqual(tests.map((_test, index) => index + 1))
    expect(new Set(tests.map(({ comment }) => comment)).size).toBe(numberOfTests)
    expect(new Set(tests.flatMap(({ flags }) => flags))).toEqual(new Set(Object.keys(notes)))
  },
)

type Change = { problem: string; file: string; change: (test: Record<string, unknown>) => void }

test.each<Change>([
  { problem: 'an unknown field', file: 'password-claim.json', change: (test) => (test['ct'] = '00') },
  { problem: 'no expected values', file: 'password-claim.json', change: (test) => delete test['expected'] },
  { problem: 'no flags', file: 'timestamps.json', change: (test) => (test['flags'] = []) },
  { problem: 'another result', file: 'timestamps.json', change: (test) => (test['result'] = 'ok') },
  {
    problem: 'invalid as its result and expected values',
    file: 'padding.json',
    change: (test) => (test['result'] = 'invalid'),
  },
  {
    problem: 'an unknown input',
    file: 'names.json',
    change: (test) => Object.assign(test['input'] as object, { b: '1' }),
  },
  {
    problem: 'an integer in upper case',
    file: 'rfc5054.json',
    change: (test) => Object.assign(test['expected'] as object, { k: 'AB' }),
  },
])('the schema rejects a test of $file with $problem', ({ file, change }) => {
  const content = readTestFile(file)
  expect(errorsOf(content)).toEqual([])
  change(content.testGroups[0]?.tests[0] as Test)
  expect(errorsOf(content)).not.toEqual([])
})

test('each schema describes a group type with tests, a file, or common definitions', () => {
  const types = new Set(FILES.flatMap((file) => readTestFile(file).testGroups.map(({ type }) => type)))
  const titles = readdirSync(join(PACKAGE, 'schemas')).map((file) => {
    const { title } = JSON.parse(readFileSync(join(PACKAGE, 'schemas', file), 'utf8')) as { title?: string }
    return title ?? file
  })
  expect(new Set(titles)).toEqual(new Set([...types, 'File of test vectors', 'common.schema.json']))
})

test('the table of files in README.md shows the correct number of tests for each file', () => {
  const rows = README.matchAll(/^\| \[([\w-]+\.json)\]\(testvectors\/\1\) \| (\d+) \|/gm)
  const counts = Object.fromEntries([...rows].map(([, file = '', count]) => [file, Number(count)] as const))
  expect(counts).toEqual(Object.fromEntries(FILES.map((file) => [file, readTestFile(file).numberOfTests])))
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(README).toContain(`contains ${total} tests`)
})

test('the table of group types in README.md lists the fields of every type', () => {
  const rows = [...README.matchAll(/^\| (`[A-Z]\w+`(?:, `\w+`)*) \| (.+) \| (.+) \|$/gm)]
  const cells = Object.fromEntries(
    rows.flatMap(([, types = '', input, expected]) =>
      namesIn(types).map((type) => [type, { input: namesIn(input), expected: namesIn(expected) }]),
    ),
  )
  const groups = FILES.flatMap((file) => readTestFile(file).testGroups)
  expect(groups.length).toBeGreaterThan(FILES.length)
  for (const { type, tests } of groups) {
    const [{ input, expected = {} } = { input: {} }] = tests
    if (type.endsWith('Utf16') || type === 'DeviceClaim') expect(cells).toHaveProperty(type)
    else
      expect(cells[type]).toEqual({
        input: expect.arrayContaining(Object.keys(input)),
        expected: expect.arrayContaining(Object.keys(expected)),
      })
  }
})

test('the table of encodings in README.md contains every field of input and expected', () => {
  const [, table = ''] = /\n## Encodings\n([^]*?)\n## /.exec(README) ?? []
  const listed = new Set(namesIn(table))
  const tests = FILES.flatMap((file) => readTestFile(file).testGroups).flatMap((group) => group.tests)
  const fields = tests.flatMap(({ input, expected }) =>
    Object.keys({ ...input, ...input.challengeParameters, ...expected }),
  )
  expect(fields).toContain('SRP_B')
  const isListed = (name: string) => listed.has(name) || name.endsWith('Utf16') || name === 'challengeParameters'
  expect([...new Set(fields)].filter((name) => !isListed(name))).toEqual([])
})

test('README.md names at least one flag of each acceptable or invalid test', () => {
  const tests = FILES.flatMap((file) => readTestFile(file).testGroups).flatMap((group) => group.tests)
  const named = (flag: string) =>
    README.includes(`\`${flag}\``) || (flag.startsWith('Mistake') && README.includes('`MistakeIn…`'))
  for (const result of ['acceptable', 'invalid']) {
    const unexplained = tests.filter((test) => test.result === result && !test.flags.some(named))
    expect(unexplained.map(({ comment }) => comment)).toEqual([])
  }
})

test('the example in README.md is a valid file, and its test is in padding.json', () => {
  const [, example = ''] = /^```json\n([^]*?)^```$/m.exec(README) ?? []
  const content = JSON.parse(example) as TestFile
  expect(errorsOf(content)).toEqual([])
  const [{ comment, input, expected, result } = { comment: 'none' }] = content.testGroups[0]?.tests ?? []
  const tests = readTestFile('padding.json').testGroups.flatMap((group) => group.tests)
  expect(tests.find((test) => test.comment === comment)).toMatchObject({ input, expected, result })
})

test('the files match the digests in SHA256SUMS', () => {
  const lines = readFileSync(join(PACKAGE, 'generate/SHA256SUMS'), 'utf8').trim().split('\n')
  for (const line of lines) {
    const [digest, file = ''] = line.split('  ')
    expect(
      `${file} ${createHash('sha256')
        .update(readFileSync(join(PACKAGE, file)))
        .digest('hex')}`,
    ).toBe(`${file} ${digest}`)
  }
  expect(lines).toHaveLength(FILES.length + readdirSync(join(PACKAGE, 'generate/sources')).length)
})
