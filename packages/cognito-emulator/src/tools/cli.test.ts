import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

import { ANA, call, POOL_ID } from '../../test/caller.ts'
import { parseCommandLine, readConfigFile, readOptions, UsageError } from './command-line.ts'

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

test('serves the pools of a template', async () => {
  const template = join(folder, 'Auth.template.json')
  const Properties = { UserPoolId: { Ref: 'Pool' } }
  const Web = { Type: 'AWS::Cognito::UserPoolClient', Properties }
  writeFileSync(template, JSON.stringify({ Resources: { Pool: { Type: 'AWS::Cognito::UserPool' }, Web } }))
  const running = start('--port', '0', '--template', template)
  const printed = collect(running.stdout)
  await expect.poll(() => printed.text, PATIENCE).toContain('  pool local_Pool, clients Web\n')
  running.kill('SIGTERM')
  expect(await once(running, 'exit')).toEqual([0, null])
})

test('a template is read with what the configuration says of it', () => {
  const file = join(folder, 'template.json')
  const said = { parameters: { Stage: 'live' } }
  writeFileSync(file, JSON.stringify({ userPools: [], template: { file: 'other.json', ...said } }))
  expect(readOptions({ config: file, template: join(folder, 'Auth.template.json') })).toEqual({
    directory: folder,
    userPools: [],
    template: { ...said, file: join(folder, 'Auth.template.json') },
  })
})

async function read(...parameters: string[]): Promise<string> {
  const running = start(...parameters)
  const printed = collect(running.stdout)
  await once(running, 'close')
  return printed.text
}

test('--help fits a screen', async () => {
  const lines = (await read('--help')).split('\n')
  expect(lines).toContain('Usage: cognito-emulator [options]')
  expect(lines.length).toBeLessThan(40)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(96)
})

test('--print-config-schema tells editors what a configuration may hold', async () => {
  const schema = JSON.parse(await read('--print-config-schema')) as { properties: object; required: string[] }
  expect(schema).toMatchObject({
    required: ['userPools'],
    additionalProperties: false,
    properties: { userPools: { items: { required: ['id', 'clients'] } }, now: { not: {} } },
  })
})

test('serves HTTPS, writes its certificate, and prints a line for every request', async () => {
  const file = join(folder, 'certificate.pem')
  const running = start('--port', '0', '--config', config, '--https', '--certificate-file', file, '--log')
  const printed = collect(running.stdout)
  await expect.poll(() => printed.text, PATIENCE).toContain(`trust it with NODE_EXTRA_CA_CERTS=${file}`)
  const [, url = ''] = /Listening on (\S+)/.exec(printed.text) ?? []
  const sent = request(new URL('/health', url), { ca: readFileSync(file), agent: false }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(200)
  await expect.poll(() => printed.text, PATIENCE).toMatch(/^GET \/health 200 \d+ ms$/m)
  running.kill('SIGTERM')
  expect(await once(running, 'exit')).toEqual([0, null])
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
  [['--certificate-file', join(folder, 'missing', 'a.pem'), '--https', '--port', '0'], /certificate cannot be written/],
  [['--colour'], /Unknown option '--colour'[^]*--help/],
  [['--\u001b[31m'], /Unknown option '--\\u\{1b\}\[31m'[^]*--help/],
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
    log: false,
    https: false,
  })
  expect(parseCommandLine([])).toEqual({ kind: 'start', port: 9339, host: '127.0.0.1', log: false, https: false })
  expect(
    parseCommandLine([
      '--log',
      '--https',
      '--certificate-file',
      'c.pem',
      '--issuer',
      'emulator',
      '--public-url',
      'http://id.test/',
    ]),
  ).toMatchObject({
    log: true,
    https: true,
    certificateFile: 'c.pem',
    issuer: 'emulator',
    publicUrl: 'http://id.test/',
  })
  expect(parseCommandLine(['--key', config, '--cert', config])).toMatchObject({
    https: { key: readFileSync(config, 'utf8'), cert: readFileSync(config, 'utf8') },
  })
  expect(parseCommandLine(['conform', 'http://127.0.0.1:1/', '--json', '--region', 'eu-west-1'])).toEqual({
    kind: 'conform',
    url: 'http://127.0.0.1:1/',
    json: true,
    mayMoveClock: false,
    region: 'eu-west-1',
  })
})

test.each([
  [['--issuer', 'me'], '--issuer takes aws or emulator, not me.'],
  [['--key', 'a.pem'], '--key and --cert go together.'],
  [['--key', 'missing.pem', '--cert', config], 'The private key missing.pem cannot be read'],
  [['--certificate-file', 'a.pem'], '--certificate-file needs --https.'],
  [['conform'], 'conform takes the address of one endpoint'],
  [['conform', 'localhost'], 'conform takes the address of one endpoint'],
  [['start'], "Unexpected argument 'start'"],
])('refuses %j and says why', (argv, why) => {
  expect(() => parseCommandLine(argv)).toThrow(UsageError)
  expect(() => parseCommandLine(argv)).toThrow(why)
})

test('a configuration may name its schema, and its modules are beside it', () => {
  const file = join(folder, 'with-schema.json')
  writeFileSync(file, JSON.stringify({ $schema: './schema.json', userPools: [] }))
  expect(readConfigFile(file)).toEqual({ userPools: [], directory: folder })
  writeFileSync(file, '[]')
  expect(() => readConfigFile(file)).toThrow(`${file} holds no JSON object.`)
})

test.each(['-1', '65536', 'x', '1.5', ''])('refuses port "%s"', (port) => {
  expect(() => parseCommandLine([`--port=${port}`])).toThrow(UsageError)
})
