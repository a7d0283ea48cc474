import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

import { ANA, call, POOL_ID } from '../test/caller.ts'
import { parseCommandLine, UsageError } from './command-line.ts'

type Process = ChildProcessByStdio<null, Readable, Readable>

const PATIENCE = { timeout: 25_000 }
const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'emulator-cli-'))
const config = join(folder, 'pool.json')
writeFileSync(config, JSON.stringify({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] }))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (...parameters: string[]): Process =>
  spawn(process.execPath, [CLI, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })

/** What a stream printed so far. */
function collect(stream: Readable): { text: string } {
  const printed = { text: '' }
  stream.on('data', (chunk: Buffer) => (printed.text += chunk.toString()))
  return printed
}

test('serves the pools of its configuration, prints codes, and stops when asked', async () => {
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

test('--help says how to use it', async () => {
  const running = start('--help')
  const printed = collect(running.stdout)
  await once(running, 'close')
  expect(printed.text).toContain('Usage: cognito-emulator [options]')
})

writeFileSync(join(folder, 'broken.json'), '{ "userPools": ')
writeFileSync(join(folder, 'wrong.json'), '{ "userPools": [{ "id": "local_A" }] }')

test.each([
  [['--config', join(folder, 'missing.json')], /missing\.json cannot be read: ENOENT/],
  [['--config', join(folder, 'broken.json')], /broken\.json is not JSON/],
  [
    ['--config', join(folder, 'wrong.json')],
    /wrong\.json: The emulator's options are wrong\.[^]*userPools\[0\]\.clients/,
  ],
  [['--data', join(folder, 'missing', 'a.sqlite'), '--port', '0'], /cannot be opened: check that its folder exists/],
  [['--colour'], /Unknown option '--colour'[^]*--help/],
])('%j ends with one explanation and no stack', async (parameters, explanation) => {
  const running = start(...parameters)
  const printed = collect(running.stderr)
  expect(await once(running, 'close')).toEqual([1, null])
  expect(printed.text).toMatch(explanation)
  expect(printed.text).not.toMatch(/^\s+at /m)
})

test('reads every option', () => {
  const argv = ['--port', '0', '--host', '::1', '--config', 'a.json', '--data', 'b.sqlite', '--admin-key', 'chave']
  expect(parseCommandLine(argv)).toEqual({
    kind: 'start',
    port: 0,
    host: '::1',
    config: 'a.json',
    data: 'b.sqlite',
    adminKey: 'chave',
  })
  expect(parseCommandLine([])).toEqual({ kind: 'start', port: 9339, host: '127.0.0.1' })
})

test.each(['-1', '65536', 'x', '1.5', ''])('refuses port "%s"', (port) => {
  expect(() => parseCommandLine([`--port=${port}`])).toThrow(UsageError)
})
