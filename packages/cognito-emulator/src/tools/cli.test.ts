import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { ANA, call, POOL_ID } from '../../test/caller.ts'

type Process = ChildProcessByStdio<null, Readable, Readable>

const PATIENCE = { timeout: 25_000 }
const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'emulator-cli-'))
const config = join(folder, 'pool.json')
writeFileSync(config, JSON.stringify({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] }))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (...parameters: string[]): Process =>
  spawn(process.execPath, [CLI, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })

/** Collects what a stream prints. */
function collect(stream: Readable): { text: string } {
  const printed = { text: '' }
  stream.on('data', (chunk: Buffer) => (printed.text += chunk.toString()))
  return printed
}

test('the command serves the pools of its configuration, prints codes, and stops on SIGTERM', async () => {
  const running = start('--port', '0', '--config', config)
  const printed = collect(running.stdout)
  await expect.poll(() => printed.text, PATIENCE).toMatch(/clients web/)
  const [, url = ''] = /Listening on (\S+)/.exec(printed.text) ?? []
  const overHttp = { fetch: (request: Request) => fetch(new Request(url, request)) }
  await call(overHttp, 'ForgotPassword', { ClientId: 'web', Username: 'ana' })
  await expect.poll(() => printed.text, PATIENCE).toMatch(/^SMS to \+5511987654321 \(ana\): \d{6}$/m)
  running.kill('SIGTERM')
  expect(await once(running, 'exit')).toEqual([0, null])
})

test.skipIf(process.platform === 'win32')('the command stops when npx’s shell is killed', async () => {
  const env = { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: 'cognito-emulator' }
  const command = ['-c', '"$0" "$@"; exit', process.execPath, CLI, '--port', '0', '--config', config]
  const shell = spawn('sh', command, { stdio: ['ignore', 'pipe', 'inherit'], env, detached: true })
  onTestFinished(() => endGroup(shell.pid))
  const printed = collect(shell.stdout)
  await expect.poll(() => printed.text, PATIENCE).toMatch(/clients web/)
  const closed = once(shell.stdout, 'close') // when the last process that uses it has ended
  shell.kill('SIGTERM')
  await closed
  const [, url = ''] = /Listening on (\S+)/.exec(printed.text) ?? []
  await expect(fetch(url)).rejects.toThrow(TypeError)
})

/** Kills the remaining processes of a detached process group. */
function endGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test('with an unknown option, the command exits with status 1 and prints one explanation without a stack', async () => {
  const running = start('--\u001b[31m')
  const printed = collect(running.stderr)
  expect(await once(running, 'close')).toEqual([1, null])
  expect(printed.text).toMatch(/Unknown option '--\\u\{1b\}\[31m'[^]*--help/)
  expect(printed.text).not.toMatch(/^\s+at /m)
})
