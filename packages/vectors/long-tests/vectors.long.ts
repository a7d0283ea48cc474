// Runs the vectors in every language, and prints a table of the results. Every runner must also report the mistakes that
// this program plants in copies of the vectors.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { run } from '@cognito-srp/testing/run'

import { countTests, plantMistakes, VECTORS } from './vectors/files.ts'
import { build, LANGUAGES, runVectors, type Language } from './vectors/languages.ts'

/** Lines that a runner prints for a group type and for a failed test. */
const RESULT = /^(\w+): (?:(\d+) passed, (\d+) failed|not covered \((\d+)\))$/gm
const FAILURE = /^(\S+\.json) tcId (\d+) /gm
const PACKAGE = resolve(import.meta.dirname, '..')

const tests = countTests()
/** Rows of the table. Each row has one cell for each language. */
const table: Record<string, string[]> = {}
const problems: string[] = []
if (!(await run('python3', [join(PACKAGE, 'generate/verify.py')]))) problems.push('generate/verify.py failed.')

// Compilers write beside the sources. The TypeScript runner resolves the client from a folder of this package.
mkdirSync(join(PACKAGE, 'reports'), { recursive: true })
const folder = mkdtempSync(join(PACKAGE, 'reports/runners-'))
try {
  cpSync(join(PACKAGE, 'runners'), folder, { recursive: true })
  const planted = join(folder, 'planted')
  const mistakes = plantMistakes(planted)
  for (const language of LANGUAGES) {
    if (await build(language, folder)) {
      runPublished(language)
      runPlanted(language, planted, mistakes)
    } else {
      problems.push(`${language.name} did not run. To install it, run: apt-get install ${language.packages.join(' ')}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}

printTable()
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0

/** Runs the published vectors. Every test must pass unless the runner does not cover the group type of the test. */
function runPublished(language: Language): void {
  const { name } = language
  addCell('group type', name)
  const { output, status } = runVectors(language, folder, VECTORS)
  if (status !== 0) problems.push(`${name} exits with status ${status}:\n${output}`)
  const results = new Map([...output.matchAll(RESULT)].map(([, type = '', ...counts]) => [type, counts.map(Number)]))
  const total = { passed: 0, failed: 0, 'not covered': 0 }
  for (const [type, expected] of Object.entries(tests)) {
    const [passed = 0, failed = 0, notCovered = 0] = results.get(type)?.map((count) => count || 0) ?? []
    if (passed + failed + notCovered !== expected)
      problems.push(`${name} does not count the ${expected} tests of ${type}.`)
    total.passed += passed
    total.failed += failed
    total['not covered'] += notCovered
    addCell(type, failed > 0 ? `${failed} FAILED` : passed || 'not covered')
  }
  for (const [row, count] of Object.entries(total)) addCell(row, count)
}

/** Runs the copies with planted mistakes. The runner must report exactly the changed tests. */
function runPlanted(language: Language, vectors: string, mistakes: readonly string[]): void {
  const { output, status } = runVectors(language, folder, vectors)
  const reported = [...output.matchAll(FAILURE)].map(([, file, tcId]) => `${file} ${tcId}`).sort()
  addCell('planted mistakes', reported.length)
  if (status !== 1 || reported.join() !== mistakes.join()) {
    problems.push(`${language.name} does not report exactly ${mistakes.join(', ')}:\n${output}`)
  }
}

function addCell(row: string, cell: string | number): void {
  ;(table[row] ??= []).push(String(cell))
}

function printTable(): void {
  for (const [row, cells] of Object.entries(table)) {
    console.log(row.padEnd(26) + cells.map((cell) => cell.padStart(13)).join(''))
  }
}
