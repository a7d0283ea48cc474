// Runs the built package in Jest 29 and 30, which load only CommonJS, with the oldest supported Node and a new one.
// With an older Node the package must report that it is too old.
// Usage: node interop/test-runners/run.mts (after building @cognito-srp/emulator)

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const JESTS = ['jest-29', 'jest-30']
const NODES = ['node-22', 'node-24']
/** Projects without a configuration, and with one emulator for all test files. */
const PROJECTS = ['--rootDir=in-a-test', '--config=with-global-setup/jest.config.js']
const TOO_OLD = /needs Node 22\.13 or newer; this is Node 20\./

let failed = 0

for (const node of NODES) {
  for (const jest of JESTS) {
    for (const project of PROJECTS) {
      const report = await run(node, [`node_modules/${jest}/bin/jest.js`, project])
      judge(`${node}  ${jest}  ${project}`, report, /Tests: +[12] passed, [12] total/)
    }
  }
}
const command = 'node_modules/@cognito-srp/emulator/bin/cognito-emulator.cjs'
judge('node-20  the command', await run('node-20', [command]), TOO_OLD)
const create = '.createEmulator({ userPools: [] })'
judge('node-20  require', await run('node-20', ['--eval', `require('@cognito-srp/emulator')${create}`]), TOO_OLD)
judge(
  'node-20  import',
  await run('node-20', ['--eval', `import('@cognito-srp/emulator').then((it) => it${create})`]),
  TOO_OLD,
)
console.log(`${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function judge(what: string, report: string, expected: RegExp): void {
  const isGood = expected.test(report)
  console.log(`${isGood ? 'good' : 'BAD'}  ${what}`)
  if (isGood) return
  console.log(report)
  failed += 1
}

/** Runs a program and returns its output, even if it fails. */
async function run(node: string, parameters: string[]): Promise<string> {
  const options = { cwd: import.meta.dirname, timeout: 120_000 }
  const running = promisify(execFile)(`node_modules/${node}/bin/node`, parameters, options)
  const { stdout, stderr } = await running.catch((failure: { stdout: string; stderr: string }) => failure)
  return stdout + stderr
}
