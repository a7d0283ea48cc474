import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { compilePrograms, readSnippets, runProgram } from './snippets.ts'

const folder = mkdtempSync(join(tmpdir(), 'snippets-'))
const page = join(folder, 'page.md')

const LINES = [
  '# First',
  '```sh',
  'npm install',
  '```',
  '## Second',
  '```ts',
  'const answer: number = known',
  'console.log("%d!", answer)',
  '```',
  'Some words.',
  '```ts',
  'const answer: string = known',
  'console.log(answer)',
  '```',
]
writeFileSync(page, LINES.join('\n'))

afterAll(() => rmSync(folder, { recursive: true }))

const [, right, wrong] = readSnippets(page)
if (!right || !wrong) throw new Error('The page has three blocks.')

test('code blocks are named after their heading, and numbered if a section has multiple blocks', () => {
  const named = readSnippets(page).map(({ name, language, firstLine }) => [name, language, firstLine])
  expect(named).toEqual([
    ['First', 'sh', 3],
    ['Second', 'ts', 7],
    ['Second 2', 'ts', 12],
  ])
})

test('a compile error is reported with its line on the page', async () => {
  const tsconfig = join(folder, 'tsconfig.json')
  writeFileSync(
    tsconfig,
    JSON.stringify({ compilerOptions: { strict: true, noLib: true, types: [] }, files: ['none.ts'] }),
  )
  const given = 'declare const console: { log(...values: unknown[]): void }'
  const programs = [
    { ...right, before: 'const known = 42\n' },
    { ...wrong, before: '\nconst known = 42\n' },
  ]
  expect(await compilePrograms(programs, { tsconfig, folder, given })).toEqual([
    "Second 2, line 12: Type 'number' is not assignable to type 'string'.",
  ])
})

test('runProgram runs a block with its frame and returns the printed lines', async () => {
  const world = { modules: { 'the-number': { known: 42 } }, globals: {} }
  const program = { ...right, before: `import { known } from 'the-number'\n` }
  expect(await runProgram(program, world)).toEqual(['42!'])
  await expect(runProgram({ ...program, after: 'throw new Error(printed[0])' }, world)).rejects.toThrow('42!')
  await expect(runProgram(right, world)).rejects.toThrow('known is not defined')
  await expect(runProgram(program, { ...world, modules: {} })).rejects.toThrow('imports the-number')
})

test('an unclosed block throws an error', () => {
  const broken = join(folder, 'broken.md')
  writeFileSync(broken, '# A\n```ts\nconst a = 1\n')
  expect(() => readSnippets(broken)).toThrow('the block that starts on line 3 is not closed')
})
