// Which wrong answers the emulators of Cognito accept, by `cognito-emulator conform`: ours none, the others those it names.
// cognito-local is installed for it; moto's server is asked where this machine has it.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { install } from '@cognito-srp/testing/run'

import { CONTENDERS, type Contender } from '../../../interop/suites/contenders.ts'

const CLI = fileURLToPath(new URL('../src/tools/cli.ts', import.meta.url))
const OURS = '@cognito-srp/emulator'
const DATE = new Date().toISOString().slice(0, 10)

const isInstalled = await install('interop', './suites')
const results = new Map<string, string>()
for (const contender of CONTENDERS) results.set(contender.name, await examine(contender))

console.log(`\n${DATE}`)
for (const [name, result] of results) console.log(`${name}: ${result}`)
process.exitCode = isInstalled && results.get(OURS)?.endsWith('12 of 12 refused') ? 0 : 1

/** @returns the version and the last line of the report, or why there is none */
async function examine({ name, version, start }: Contender): Promise<string> {
  const found = findVersion(version)
  if (found === undefined) return 'not installed on this machine'
  const { url, close } = await start()
  try {
    const report = await runConform(url, name === OURS ? ['--move-clock'] : [])
    console.log(`\n── ${name} ${found}\n${report}`)
    return `${found}, ${report.trimEnd().split('\n').at(-1)}`
  } finally {
    await close()
  }
}

function findVersion(version: () => string): string | undefined {
  try {
    return version()
  } catch {
    return undefined
  }
}

/** The command in a process of its own; it ends with 1 where something was accepted. */
function runConform(url: string, options: string[]): Promise<string> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['--conditions=development', CLI, 'conform', url, ...options],
      (_error, printed, complaint) => done(printed || complaint),
    )
  })
}
