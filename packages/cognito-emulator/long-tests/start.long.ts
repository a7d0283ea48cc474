// From the command to "Listening", with one pool: the packed build, started again and again, in turn with another one
// where STARTED_BEFORE names its file. It may take at most 1.5 times as long as that, and never more than a second.
// Usage: node long-tests/start.long.ts [starts]

import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { run } from '../../../scripts/run.ts'
import { startServer } from '../test/server-process.ts'

const STARTS = Number(process.argv[2] ?? 15)
const LONGEST_MS = 1_000
const LONGEST_RATIO = 1.5
const PACKAGE = join(import.meta.dirname, '..')
const { bin } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { bin: Record<string, string> }
const NOW = join(PACKAGE, bin['cognito-emulator'] ?? '')
const BEFORE = process.env['STARTED_BEFORE']

const folder = mkdtempSync(join(tmpdir(), 'emulator-start-'))
const config = join(folder, 'pool.json')
const users = [{ username: 'ana', password: 'Senha-123' }]
writeFileSync(config, JSON.stringify({ userPools: [{ id: 'local_Start', clients: [{ id: 'web' }], users }] }))

if (!(await run('pnpm', ['build'], { cwd: PACKAGE }))) throw new Error('The build failed.')
const nowMs: number[] = []
const beforeMs: number[] = []
for (let start = 0; start < STARTS; start++) {
  nowMs.push(await measureStart(NOW))
  if (BEFORE) beforeMs.push(await measureStart(resolve(BEFORE)))
}
rmSync(folder, { recursive: true })

const isFast = median(nowMs) <= LONGEST_MS
console.log(`start to listening: median ${median(nowMs)} ms of ${STARTS} (bar: ${LONGEST_MS} ms)`)
const isNoSlower = !BEFORE || median(nowMs) <= LONGEST_RATIO * median(beforeMs)
if (BEFORE) {
  const ratio = (median(nowMs) / median(beforeMs)).toFixed(2)
  console.log(`before: median ${median(beforeMs)} ms, so ${ratio} times as long (bar: ${LONGEST_RATIO})`)
}
process.exitCode = isFast && isNoSlower ? 0 : 1

async function measureStart(cli: string): Promise<number> {
  const startedMs = performance.now()
  const server = await startServer(['--config', config], [], cli)
  const tookMs = performance.now() - startedMs
  server.process.kill('SIGTERM')
  await once(server.process, 'exit')
  return tookMs
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
}
