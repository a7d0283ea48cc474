import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'
import { install, run } from '@cognito-srp/testing/run'

import { addOutcomes, NOTHING, oneFailure, readPlaywrightReport, readVitestReport, type Outcome } from './reports.ts'
import { unprovenSentences } from './specification.ts'

// Runs all checks of `npm test`, roughly the fastest first. The last lines list the failures and the totals.

const PEERS = 'interop/peers'

/** Node's compile cache, which hundreds of processes and workers share. */
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node')

const reports = mkdtempSync(join(tmpdir(), 'test-'))
const outcomes: Outcome[] = []
try {
  const peers = check('Packages of the other clients', () => install('interop', './peers'))
  outcomes.push(...(await Promise.all([preparations(), staticChecks(peers)])).flat())
  outcomes.push(await unitTests())
  outcomes.push(...(await Promise.all([peerTests(), journeys()])))
  outcomes.push(specification())
} catch (error) {
  outcomes.push(oneFailure(error instanceof Error ? error.message : String(error)))
} finally {
  rmSync(reports, { recursive: true, force: true })
}

const { passed, failed, skipped } = addOutcomes(outcomes)
for (const failure of failed) console.log(`failed: ${failure}`)
console.log(`\n${passed.length} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : 0

/** Provides the browser and the builds that the later checks need. */
async function preparations(): Promise<Outcome[]> {
  process.env['CHROMIUM_PATH'] = await ensureBrowser()
  return [await check('Build', () => run('pnpm', ['run', 'build']))]
}

/** Checks types, lint rules and formatting. The types and rules of some files depend on the other clients' packages. */
async function staticChecks(peers: Promise<Outcome>): Promise<Outcome[]> {
  return [
    await check('Types', () => run('pnpm', ['run', 'typecheck'])),
    await peers,
    await check('Types of the other clients', () => run('tsc', ['-p', PEERS])),
    await check('Lint', () => run('pnpm', ['run', 'lint'])),
    await check('Format', () => run('pnpm', ['run', 'format:check'])),
  ]
}

async function check(title: string, succeeds: () => Promise<boolean>): Promise<Outcome> {
  announce(title)
  return (await succeeds()) ? NOTHING : oneFailure(title)
}

async function unitTests(): Promise<Outcome> {
  announce('Unit and widget tests')
  const report = join(reports, 'vitest.json')
  await run('vitest', vitestParameters(report, ['--config', 'vitest.workspace.ts']))
  return readVitestReport(report)
}

async function peerTests(): Promise<Outcome> {
  announce('Other Cognito clients against the emulator')
  const report = join(reports, 'peers.json')
  await run('pnpm', ['exec', 'vitest', ...vitestParameters(report)], { cwd: PEERS })
  return readVitestReport(report)
}

async function journeys(): Promise<Outcome> {
  announce('Journeys in Chromium')
  const report = join(reports, 'playwright.json')
  await run('playwright', ['test', '--reporter=list,json'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
  return readPlaywrightReport(report)
}

function specification(): Outcome {
  announce('Specification, sentence by sentence')
  const { passed } = addOutcomes(outcomes)
  return { ...NOTHING, failed: unprovenSentences(readFileSync('docs/specification.md', 'utf8'), passed) }
}

function vitestParameters(report: string, extra: string[] = []): string[] {
  return ['run', ...extra, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

function announce(title: string): void {
  console.log(`\n── ${title}`)
}
