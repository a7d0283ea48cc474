import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { parseCommandLine, readConfigFile, readOptions, UsageError } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'emulator-command-line-'))
const config = join(folder, 'pool.json')
writeFileSync(config, '{}')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('--template replaces the file of the configured template and keeps its other settings', () => {
  const file = join(folder, 'template.json')
  const settings = { parameters: { Stage: 'live' } }
  writeFileSync(file, JSON.stringify({ userPools: [], template: { file: 'other.json', ...settings } }))
  expect(readOptions({ config: file, template: join(folder, 'Auth.template.json') })).toEqual({
    directory: folder,
    userPools: [],
    template: { ...settings, file: join(folder, 'Auth.template.json') },
  })
})

test('parseCommandLine reads the options of the emulator and of conform', () => {
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
  [['--issuer', 'me'], '--issuer must be aws or emulator, not me.'],
  [['--key', 'a.pem'], '--key and --cert must be used together.'],
  [['--key', 'missing.pem', '--cert', config], 'The private key missing.pem cannot be read'],
  [['--certificate-file', 'a.pem'], '--certificate-file needs --https.'],
  [['conform'], 'conform needs the URL of one endpoint'],
  [['conform', 'localhost'], 'conform needs the URL of one endpoint'],
  [['start'], "Unexpected argument 'start'"],
])('parseCommandLine rejects %j and explains why', (argv, why) => {
  expect(() => parseCommandLine(argv)).toThrow(UsageError)
  expect(() => parseCommandLine(argv)).toThrow(why)
})

test('a configuration file can contain $schema, and its directory is the base of relative paths', () => {
  const file = join(folder, 'with-schema.json')
  writeFileSync(file, JSON.stringify({ $schema: './schema.json', userPools: [] }))
  expect(readConfigFile(file)).toEqual({ userPools: [], directory: folder })
  writeFileSync(file, '[]')
  expect(() => readConfigFile(file)).toThrow(`${file} does not contain a JSON object.`)
})

test.each(['-1', '65536', 'x', '1.5', ''])('parseCommandLine rejects port "%s"', (port) => {
  expect(() => parseCommandLine([`--port=${port}`])).toThrow(UsageError)
})
