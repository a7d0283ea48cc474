import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'

import { ANA, POOL_ID } from '../../test/caller.ts'
import { runCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-command-'))
const config = join(folder, 'pool.json')
writeFileSync(config, JSON.stringify({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] }))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command in this process. If the command starts an emulator, the emulator stops at the end of the test. */
async function run(...argv: string[]): Promise<{ status: number; printed: string[]; errors: string[] }> {
  const printed: string[] = []
  const errors: string[] = []
  const status = await runCommand(argv, {
    print: (lines) => void printed.push(lines),
    printError: (lines) => void errors.push(lines),
    onStop: onTestFinished,
  })
  return { status, printed, errors }
}

test('the command serves the pools of a template', async () => {
  const template = join(folder, 'Auth.template.json')
  const Properties = { UserPoolId: { Ref: 'Pool' } }
  const Web = { Type: 'AWS::Cognito::UserPoolClient', Properties }
  writeFileSync(template, JSON.stringify({ Resources: { Pool: { Type: 'AWS::Cognito::UserPool' }, Web } }))
  const { printed } = await run('--port', '0', '--template', template)
  expect(printed).toContain('  pool local_Pool, clients Web')
})

test('the command can be stopped before it prints its address', async () => {
  const calls: string[] = []
  await runCommand(['--port', '0', '--config', config], {
    print: (lines) => void calls.push(lines),
    printError: (lines) => void calls.push(lines),
    onStop: (stop) => {
      calls.push('onStop')
      onTestFinished(stop)
    },
  })
  expect(calls).toEqual(['onStop', expect.stringMatching(/^Listening on /), expect.stringMatching(/clients web$/)])
})

test('the output of --help fits on a screen', async () => {
  const { status, printed } = await run('--help')
  const lines = printed.join('\n').split('\n')
  expect(status).toBe(0)
  expect(lines).toContain('Usage: cognito-emulator [options]')
  expect(lines.length).toBeLessThan(40)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(96)
})

test('--print-config-schema prints the JSON Schema of a configuration file', async () => {
  const { printed } = await run('--print-config-schema')
  expect(JSON.parse(printed.join('\n'))).toMatchObject({
    required: ['userPools'],
    additionalProperties: false,
    properties: { userPools: { items: { required: ['id', 'clients'] } }, now: { not: {} } },
  })
})

test('the command serves HTTPS, writes its certificate, and prints a line for every request', async () => {
  const file = join(folder, 'certificate.pem')
  const { printed } = await run('--port', '0', '--config', config, '--https', '--certificate-file', file, '--log')
  expect(printed).toContain(`  trust it with NODE_EXTRA_CA_CERTS=${file}`)
  const [, url = ''] = /Listening on (\S+)/.exec(printed.join('\n')) ?? []
  const sent = request(new URL('/health', url), { ca: readFileSync(file), agent: false }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(200)
  await expect.poll(() => printed.at(-1)).toMatch(/^GET \/health 200 \d+ ms$/)
})

writeFileSync(join(folder, 'broken.json'), '{ "userPools": ')
writeFileSync(join(folder, 'wrong.json'), '{ "userPools": [{ "id": "local_A" }] }')

test.each([
  [['--config', join(folder, 'missing.json')], /missing\.json cannot be read: ENOENT/],
  [['--config', join(folder, 'broken.json')], /broken\.json is not JSON/],
  [
    ['--config', join(folder, 'wrong.json')],
    /wrong\.json: The emulator's options are invalid\.[^]*userPools\[0\]\.clients/,
  ],
  [['--data', join(folder, 'missing', 'a.sqlite'), '--port', '0'], /cannot be opened\. Check that its folder exists/],
  [['--certificate-file', join(folder, 'missing', 'a.pem'), '--https', '--port', '0'], /certificate cannot be written/],
  [['--colour'], /Unknown option '--colour'[^]*--help/],
])(
  'the command with %j exits with status 1 and prints one explanation without a stack',
  async (parameters, explanation) => {
    const { status, errors } = await run(...parameters)
    expect({ status, printed: errors }).toEqual({ status: 1, printed: [expect.stringMatching(explanation)] })
    expect(errors.join('\n')).not.toMatch(/^\s+at /m)
  },
)
