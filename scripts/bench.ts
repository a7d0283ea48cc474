import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'
import { install, run } from '@cognito-srp/testing/run'

import { replaceSection } from './measurements.ts'

// Measures speed and size, and writes docs/measurements.md. Arguments select parts, for example
// `npm run bench -- sizes api`. Names after `engines` select engines, for example
// `npm run bench -- engines Firefox Hermes`. With engine names, the command prints the result but does not write it.

type Part = 'engines' | 'client' | 'sizes' | 'app' | 'api'
/** A program that prints one section in Markdown and exits with status 1 if a target is missed. */
type Program = { part: Part; title: string; command: readonly string[]; cwd?: string }

const PAGE = 'docs/measurements.md'
/**
 * Programs in this folder are not started with pnpm, because pnpm would put one of the measured Node versions first in
 * PATH.
 */
const BENCHMARKS = 'interop/benchmarks'

const PROGRAMS: readonly Program[] = [
  { part: 'engines', title: 'One SRP handshake, by engine', command: ['run.ts', 'engines'], cwd: BENCHMARKS },
  { part: 'client', title: 'The client beside other clients', command: ['run.ts', 'client'], cwd: BENCHMARKS },
  { part: 'sizes', title: 'Download of a page, by bundler', command: ['run.ts', 'sizes'], cwd: BENCHMARKS },
  { part: 'app', title: 'JavaScript of the app, by route', command: ['packages/quiz-app/bench/route-sizes.ts'] },
  { part: 'app', title: 'A bank of 50,000 questions', command: ['packages/quiz-app/bench/fifty-thousand.ts'] },
  { part: 'api', title: 'The API under load', command: ['packages/quiz-api/bench/load.ts'] },
]

const chosen = process.argv.slice(2).filter((argument) => argument !== '--')
const engines = chosen[0] === 'engines' ? chosen.slice(1).filter((name) => /^[A-Z]/.test(name)) : []
const programs = PROGRAMS.filter(({ part }) => chosen.length === 0 || chosen.includes(part))
if (programs.length === 0)
  throw new Error(`Unknown part "${chosen.join(' ')}". The parts are engines, client, sizes, app and api.`)

process.env['CHROMIUM_PATH'] = await ensureBrowser()
if (programs.some(({ cwd }) => cwd === BENCHMARKS) && !(await prepareClient()))
  throw new Error('The benchmarks could not be installed or the client could not be built. See the output above.')
const failed: string[] = []
for (const program of programs) {
  console.log(`\n── ${program.title}`)
  const { output, succeeded } = await measure([...program.command, ...engines], program.cwd)
  if (output !== '' && engines.length === 0) write(program, output)
  if (!succeeded) failed.push(program.title)
}
for (const title of failed) console.log(`The program failed or missed a target: ${title}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function prepareClient(): Promise<boolean> {
  return (await install('interop', './benchmarks')) && (await run('pnpm', ['--filter', '@cognito-srp/client', 'build']))
}

/** Runs a program and shows its output. Returns the output and whether the program succeeded. */
function measure(command: readonly string[], cwd = '.'): Promise<{ output: string; succeeded: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ output, succeeded: code === 0 }))
  })
}

function write({ part, title }: Program, output: string): void {
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const processor = cpus()[0]?.model ?? 'unknown processor'
  const machine = `a machine with ${availableParallelism()} cores (${processor}) and Node ${process.versions.node}`
  const head = `Measured on ${date} with \`npm run bench -- ${part}\`, on ${machine}.`
  writeFileSync(PAGE, replaceSection(readFileSync(PAGE, 'utf8'), title, `${head}\n\n${output}`))
}
