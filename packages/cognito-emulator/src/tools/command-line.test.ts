import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { parseCommandLine, readConfigFile, readOptions, UsageError } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-command-line-'))
const config = join(folder, 'pool.json')
writeFileSync(config, '{}')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
