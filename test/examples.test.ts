import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { findExampleProblems } from './examples.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Checks a package of two files, in which `index.ts` re-exports the declarations of the other file. */
function problemsOf(declarations: string, given?: string) {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "preserve", "types": [], "allowImportingTsExtensions": true, "noEmit": true } }',
  )
  writeFileSync(join(folder, 'index.ts'), "export * from './declarations.ts'\n")
  writeFileSync(join(folder, 'declarations.ts'), declarations)
  return findExampleProblems({
    entry: join(folder, 'index.ts'),
    tsconfig: join(folder, 'tsconfig.json'),
    ...(given === undefined ? {} : { given }),
  })
}

test('an example can use the exports of the entry and the given declarations', async () => {
  const code = `/**
 * @example
 * const name: Name = greet(person)
 */
export function greet(name: string): Name { return name }
export type Name = string`
  expect(await problemsOf(code, 'const person: string')).toEqual([])
})

test('an example can redeclare a name from the declarations shared by all examples', async () => {
  const code =
    "/**\n * @example\n * const person = greet('Ana')\n */\nexport function greet(name: string) { return name }"
  expect(await problemsOf(code, 'const person: number')).toEqual([])
})

test('an example can import the exports that it uses', async () => {
  const code =
    "/**\n * @example\n * import { greet } from './index.ts'\n *\n * greet()\n */\nexport function greet() {}"
  expect(await problemsOf(code)).toEqual([])
})

test('an error in the given declarations is reported', async () => {
  const code = '/**\n * @example\n * greet()\n */\nexport function greet() {}'
  expect(await problemsOf(code, 'const person: Person')).toMatchObject([{ export: 'given' }])
})

test('functions, classes and constants without an example are reported, but types without an example are not', async () => {
  const code = 'export function f() {}\nexport class C {}\nexport const k = 1\nexport type T = string'
  const problems = await problemsOf(code)
  expect(problems.map((problem) => problem.export).sort()).toEqual(['C', 'f', 'k'])
})

test('an example that does not compile is reported with the reason, even inside a code fence', async () => {
  const code = `/**
 * @example
 * \`\`\`ts
 * half('four')
 * \`\`\`
 */
export function half(n: number): number { return n / 2 }`
  expect(await problemsOf(code)).toEqual([{ export: 'half', problem: expect.stringContaining("type 'string'") }])
})

test("a type's example is compiled too", async () => {
  const code = "/**\n * @example\n * const n: Count = 'one'\n */\nexport type Count = number\n"
  expect(await problemsOf(code)).toMatchObject([{ export: 'Count' }])
})

test('an entry without exports throws an error', async () => {
  await expect(problemsOf('')).rejects.toThrow('exports nothing')
})
