// From the command to "Listening", with one pool: the packed build, in turn with a Node that does nothing, so that a busy
// machine slows both, and with another build where STARTED_BEFORE names its file. It may take at most ten times as long
// as the first, and 1.5 times as long as the second.
// Usage: node long-tests/start.long.ts [starts]

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from '@cognito-srp/testing/run'

import { startServer } from '../test/server-process.ts'

const STARTS = Number(process.argv[2] ?? 15)
const MOST_OF_NODE = 10
const MOST_OF_BEFORE = 1.5
const PACKAGE = join(import.meta.dirname, '..')
const { bin } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { bin: Record<string, string> }
const NOW = join(PACKAGE, bin['cognito-emulator'] ?? '')
const BEFORE = process.env['STARTED_BEFORE']

const folder = mkdtempSync(join(tmpdir(), 'emulator-start-'))
const config = join(folder, 'pool.json')
const users = [{ username: 'ana', password: 'Senha-123' }]
writeFileSync(config, JSON.stringify({ userPools: [{ id: 'local_Start', clients: [{ id: 'web' }], users }] }))

if (!(await run('pnpm', ['build'], { cwd: PACKAGE }))) throw new Error('The build failed.')
const nodeMs: number[] = []
const nowMs: number[] = []
const beforeMs: number[] = []
for (let start = 0; start < STARTS; start++) {
  nodeMs.push(await measureNode())
  nowMs.push(await measureStart(NOW))
  if (BEFORE) beforeMs.push(await measureStart(resolve(BEFORE)))
}
rmSync(folder, { recursive: true })

const ofNode = median(nowMs) / median(nodeMs)
const ofBefore = BEFORE ? median(nowMs) / median(beforeMs) : 0
console.log(`start to listening: median ${median(nowMs)} ms of ${STARTS}`)
console.log(`Node alone: ${median(nodeMs)} ms, so ${ofNode.toFixed(1)} times as long (bar: ${MOST_OF_NODE})`)
if (BEFORE) {
  console.log(`before: ${median(beforeMs)} ms, so ${ofBefore.toFixed(2)} times as long (bar: ${MOST_OF_BEFORE})`)
}
process.exitCode = ofNode <= MOST_OF_NODE && ofBefore <= MOST_OF_BEFORE ? 0 : 1

async function measureNode(): Promise<number> {
  const startedMs = performance.now()
  await once(spawn(process.execPath, ['--eval', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - startedMs
}

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
