import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureBrowser } from '../browser/ensure-browser.ts'
import { run } from '../run.ts'
import { readPlaywrightReport, readVitestReport } from './reports.ts'
import { addTallies, NOTHING, oneFailure, type Tally } from './tally.ts'

// Everything `npm test` proves, in the order in which a failure is cheapest to learn. The last lines name what
// failed, and the sum.

const PEERS = 'interop/peers'
const INSTALL_PEERS = ['--dir=interop', 'install', '--frozen-lockfile', '--prefer-offline', '--filter=./peers']

const reports = mkdtempSync(join(tmpdir(), 'verify-'))
const tallies: Tally[] = []
try {
  process.env['CHROMIUM_PATH'] = await ensureBrowser()
  tallies.push(await check('Packages of the other clients', 'pnpm', INSTALL_PEERS))
  tallies.push(await check('Types', 'pnpm', ['run', 'typecheck']))
  tallies.push(await check('Types of the other clients', 'pnpm', ['run', 'typecheck'], PEERS))
  tallies.push(await check('Lint', 'pnpm', ['run', 'lint']))
  tallies.push(await check('Format', 'pnpm', ['run', 'format:check']))
  tallies.push(await unitTests())
  tallies.push(await peerTests())
  tallies.push(await check('Build', 'pnpm', ['run', 'build']))
  tallies.push(await journeys())
} catch (error) {
  tallies.push(oneFailure(error instanceof Error ? error.message : String(error)))
} finally {
  rmSync(reports, { recursive: true, force: true })
}

const { passed, failed, skipped, failures } = addTallies(tallies)
for (const failure of failures) console.log(`failed: ${failure}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function check(title: string, command: string, parameters: string[], cwd = '.'): Promise<Tally> {
  announce(title)
  return (await run(command, parameters, { cwd })) ? NOTHING : oneFailure(title)
}

async function unitTests(): Promise<Tally> {
  announce('Unit and widget tests')
  const report = join(reports, 'vitest.json')
  await run('vitest', vitestParameters(report, ['--config', 'vitest.workspace.ts']))
  return readVitestReport(report)
}

async function peerTests(): Promise<Tally> {
  announce('Other Cognito clients against the emulator')
  const report = join(reports, 'peers.json')
  await run('pnpm', ['exec', 'vitest', ...vitestParameters(report)], { cwd: PEERS })
  return readVitestReport(report)
}

async function journeys(): Promise<Tally> {
  announce('Journeys in Chromium')
  const report = join(reports, 'playwright.json')
  await run('playwright', ['test', '--reporter=list,json'], { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
  return readPlaywrightReport(report)
}

function vitestParameters(report: string, extra: string[] = []): string[] {
  return ['run', ...extra, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

function announce(title: string): void {
  console.log(`\n── ${title}`)
}
