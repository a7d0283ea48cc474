import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { openSqliteStore } from '../store/sqlite-store.ts'
import { runCommand } from './commands.ts'

const folder = mkdtempSync(join(tmpdir(), 'quiz-commands-'))
let files = 0

afterAll(() => rmSync(folder, { recursive: true }))

const QUESTION = { id: 'q1', question: 'Sim?', alternatives: ['sim', 'não'], correct: 0, theme: 'Lógica' }
const CSV = 'id,theme,question,correct,alternative_1,alternative_2\nq2,Lógica,Não?,1,sim,não\n'

function newFile(name: string, content?: string | Uint8Array): string {
  files += 1
  const file = join(folder, `${files}-${name}`)
  if (content !== undefined) writeFileSync(file, content)
  return file
}

function createTerminal(database: string) {
  const printed: string[] = []
  const complaints: string[] = []
  const run = (...parameters: string[]) =>
    runCommand(parameters, {
      environment: { STORE: `sqlite:${database}` },
      terminal: { print: (line) => printed.push(line), complain: (line) => complaints.push(line) },
      waitForStop: () => Promise.resolve(),
    })
  return { run, printed, complaints }
}

async function questionsIn(database: string) {
  const store = openSqliteStore(database)
  const { questions } = await store.readBank()
  await store.close()
  return questions
}

test('import adds the questions of JSON and CSV files and prints the counts', async () => {
  const database = newFile('quiz.sqlite')
  const { run, printed } = createTerminal(database)
  expect(await run('import', newFile('bank.json', JSON.stringify([QUESTION])))).toBe(0)
  expect(await run('import', newFile('bank.csv', CSV))).toBe(0)
  expect(printed).toEqual(['Imported: 1 added, 0 changed, 0 unchanged.', 'Imported: 1 added, 0 changed, 0 unchanged.'])
  expect((await questionsIn(database)).map(({ id }) => id)).toEqual(['q1', 'q2'])
})

test('a dry run prints the counts and writes nothing', async () => {
  const database = newFile('quiz.sqlite')
  const { run, printed } = createTerminal(database)
  expect(await run('import', newFile('bank.csv', CSV), '--dry-run')).toBe(0)
  expect(printed).toEqual([
    'Dry run, nothing was written. The import would have this result: 1 added, 0 changed, 0 unchanged.',
  ])
  expect(await questionsIn(database)).toEqual([])
})

test('import adds nothing from a file with invalid rows and reports each invalid row by line and field', async () => {
  const database = newFile('quiz.sqlite')
  const { run, complaints } = createTerminal(database)
  const file = newFile('bank.csv', `${CSV}q3,T,Sim?,9,a,b\nq 4,T,Sim?,0,a,b\n`)
  expect(await run('import', file)).toBe(1)
  expect(complaints).toEqual([
    `${file}, line 3, correct: must be the 0-based index of an alternative that is not empty`,
    `${file}, line 4, id: must be 1 to 100 characters without white space`,
    'Nothing was imported: 2 problems.',
  ])
  expect(await questionsIn(database)).toEqual([])
})

test('import rejects a file that is not UTF-8', async () => {
  const { run, complaints } = createTerminal(newFile('quiz.sqlite'))
  expect(await run('import', newFile('bank.csv', Buffer.from('id,question\n1,ação', 'latin1')))).toBe(1)
  expect(complaints[0]).toContain('the file is not UTF-8')
})

test('importing an exported bank changes nothing', async () => {
  const database = newFile('quiz.sqlite')
  const { run, printed } = createTerminal(database)
  await run('import', newFile('bank.json', JSON.stringify([QUESTION])))
  const exported = newFile('exported.json')
  expect(await run('export', exported)).toBe(0)
  expect(JSON.parse(readFileSync(exported, 'utf8'))).toEqual([QUESTION])
  expect(await run('import', exported)).toBe(0)
  expect(await run('export')).toBe(0)
  expect(printed[1]).toBe('Imported: 0 added, 0 changed, 1 unchanged.')
  expect(JSON.parse(printed[2] ?? '')).toEqual([QUESTION])
})

test.each([[[]], [['frob']], [['import']], [['import', 'a', 'b']], [['serve', 'x']], [['--frob']]])(
  'the command with the arguments %j prints one message and exits with status 2',
  async (parameters) => {
    const { run, complaints } = createTerminal(newFile('quiz.sqlite'))
    expect(await run(...parameters)).toBe(2)
    expect(complaints).toHaveLength(1)
  },
)

test('--help prints the usage', async () => {
  const { run, printed } = createTerminal(newFile('quiz.sqlite'))
  expect(await run('--help')).toBe(0)
  expect(printed[0]).toContain('quiz-api import FILE.json|FILE.csv [--dry-run]')
})

test('the command reports a missing file and a missing setting', async () => {
  const { run, complaints } = createTerminal(newFile('quiz.sqlite'))
  expect(await run('import', join(folder, 'nowhere.json'))).toBe(1)
  expect(await run('serve')).toBe(1)
  expect(complaints).toEqual([expect.stringContaining('nowhere.json'), expect.stringContaining('ISSUER is not set')])
})
