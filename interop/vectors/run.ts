import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { TestReport } from './judge.ts'
import { LIBRARIES } from './libraries/index.ts'
import { commandOf, failuresOf, failureTable, notCoveredTable, summaryTable, typeTable } from './tables.ts'

// Runs every test with every library, compares the tables with packages/vectors/docs/libraries.md, and runs the
// reproduction of each failure. `--write` writes the tables. Each library runs in its own process.

const REPOSITORY = join(import.meta.dirname, '../..')
const PAGE = join(REPOSITORY, 'packages/vectors/docs/libraries.md')

function start(parameters: string[]): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject).once('close', (status) => resolve({ status, output }))
  })
}

async function reportsOf(name: string): Promise<TestReport[]> {
  const { status, output } = await start([join(import.meta.dirname, 'run-library.ts'), name])
  if (status !== 0) throw new Error(`The tests of ${name} exited with status ${status}.`)
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TestReport)
}

/** Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`. */
function fill(page: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [before, rest = ''] = page.split(start)
  const [, after] = rest.split(end)
  if (after === undefined) throw new Error(`libraries.md has no ${start} followed by ${end}.`)
  return `${before}${start}\n\n${table}\n\n${end}${after}`
}

const judged = await Promise.all(
  LIBRARIES.map(async (library) => ({ library, reports: await reportsOf(library.name) })),
)
const failures = failuresOf(judged)
console.log(summaryTable(judged))

const page = readFileSync(PAGE, 'utf8')
let written = fill(page, 'summary', summaryTable(judged))
written = fill(written, 'types', typeTable(judged))
written = fill(written, 'failures', failureTable(failures))
written = fill(written, 'not covered', notCoveredTable(judged))
if (process.argv.includes('--write')) writeFileSync(PAGE, written)
else if (page !== written) {
  console.log('libraries.md differs. Run: node interop/vectors/run.ts --write')
  process.exitCode = 1
}

for (const failure of failures) {
  const { status, output } = await start(commandOf(failure))
  console.log(`\n${commandOf(failure).join(' ')}\n${output.trim()}`)
  if (status === 1) continue
  console.log('The reproduction shows no failure.')
  process.exitCode = 1
}
