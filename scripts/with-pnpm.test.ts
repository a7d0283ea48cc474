import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { integrityOf, tarballOf } from './supply/tarball.ts'

/** Stands for npm: says what it was asked for, and hands out what the test lays down as the registry's tarball. */
const NPM = `#!/bin/sh
echo "$*" >> "$ASKED"
case "$*" in *--prefer-online) tarball=$ONLINE ;; *) tarball=$CACHED ;; esac
if [ -z "$tarball" ]; then echo 'no network here' >&2; exit 1; fi
cp "$tarball" "$npm_config_pack_destination/pnpm.tgz"
`

/** Stands for pnpm: notes that it ran, and with what. */
const PNPM = '#!/bin/sh\necho "$*" >> "$RAN"\n'

/** What a bad registry hands out in its place. */
const PLANTED = '#!/bin/sh\necho harm >> "$HARM"\n'

let folder: string
let environment: Record<string, string>

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'with-pnpm-')))
  const scripts = join(folder, 'scripts')
  mkdirSync(scripts)
  for (const file of ['with-pnpm.mjs', 'verified-pnpm.mjs']) copyFileSync(at('scripts', file), join(scripts, file))
  writeFileSync(join(scripts, 'check-node.mjs'), '')
  writeFileSync(join(folder, 'npm'), NPM)
  chmodSync(join(folder, 'npm'), 0o755)
  const genuine = layDown('genuine.tgz', PNPM)
  const pin = {
    version: '12.0.0',
    tarball: integrityOf(readFileSync(genuine)),
    executable: integrityOf(Buffer.from(PNPM)),
  }
  const systems = Object.keys(JSON.parse(readFileSync(at('scripts/pnpm.json'), 'utf8')) as object)
  writeFileSync(join(scripts, 'pnpm.json'), JSON.stringify(Object.fromEntries(systems.map((name) => [name, pin]))))
  environment = { CACHED: genuine, ASKED: join(folder, 'asked'), RAN: join(folder, 'ran'), HARM: join(folder, 'harm') }
})

afterEach(() => rmSync(folder, { recursive: true }))

function at(...parts: string[]): string {
  return join(import.meta.dirname, '..', ...parts)
}

function layDown(name: string, executable: string): string {
  const path = join(folder, name)
  writeFileSync(path, tarballOf({ 'package.json': '{}', pnpm: executable }))
  return path
}

/** Starts the script in a process group of its own, as a shell does. */
function start(parameters: string[], changes: Record<string, string> = {}) {
  const { npm_execpath: _npm, ...ours } = process.env
  const PATH = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
  return spawn(process.execPath, [join(folder, 'scripts/with-pnpm.mjs'), ...parameters], {
    cwd: folder,
    env: { ...ours, PATH, ...environment, ...changes },
    detached: true,
  })
}

async function run(parameters: string[], changes: Record<string, string> = {}) {
  const child = start(parameters, changes)
  const [said, ended] = [child.stderr.setEncoding('utf8').toArray(), once(child, 'exit')]
  child.stdout.resume()
  const [code] = (await ended) as [number | null]
  return { code, said: (await said).join('') }
}

function linesOf(name: 'ASKED' | 'RAN'): string[] {
  const path = environment[name] ?? ''
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}

test('the command runs after the installation, by the pnpm that was verified', async () => {
  expect(await run(['pnpm', 'run', 'docs'])).toMatchObject({ code: 0 })
  expect(linesOf('RAN')).toEqual([
    'install --frozen-lockfile --prefer-offline --filter !@cognito-srp/tools',
    'run docs',
  ])
})

test('the tools are installed when they are asked for', async () => {
  await run(['--tools', 'true'])
  expect(linesOf('RAN')).toEqual(['install --frozen-lockfile --prefer-offline'])
})

test('its exit code is the command’s', async () => {
  expect(await run(['exit', '3'])).toMatchObject({ code: 3 })
})

test('other bytes than the pinned ones are not run, whatever npm thinks of them', async () => {
  const planted = layDown('planted.tgz', PLANTED)
  const { code, said } = await run(['true'], { CACHED: planted, ONLINE: planted })
  expect(code).toBe(1)
  expect(said).toContain(`expected ${integrityOf(readFileSync(environment['CACHED'] ?? ''))}`)
  expect(said).toContain(`received ${integrityOf(readFileSync(planted))}`)
  expect(said).toContain('npm cache clean --force')
  expect(existsSync(environment['HARM'] ?? '')).toBe(false)
  expect(linesOf('RAN')).toEqual([])
})

test('where npm’s cache holds other bytes, the registry is asked', async () => {
  const planted = layDown('planted.tgz', PLANTED)
  expect(await run(['true'], { CACHED: planted, ONLINE: environment['CACHED'] ?? '' })).toMatchObject({ code: 0 })
  expect(linesOf('ASKED')).toHaveLength(2)
  expect(existsSync(environment['HARM'] ?? '')).toBe(false)
})

test('the second start asks npm for nothing', async () => {
  await run(['true'])
  expect(await run(['true'], { CACHED: '' })).toMatchObject({ code: 0 })
  expect(linesOf('ASKED')).toHaveLength(1)
  expect(linesOf('RAN')).toHaveLength(2)
})

test('a kept executable that was changed or written by half is not run but fetched again', async () => {
  let found = ''
  await run(['command', '-v', 'pnpm', '>', 'found'])
  found = readFileSync(join(folder, 'found'), 'utf8').trim()
  expect(found).toContain(join(folder, 'node_modules/.cache/pnpm'))
  for (const damage of [PLANTED, PNPM.slice(0, 40)]) {
    writeFileSync(found, damage)
    expect(await run(['true'])).toMatchObject({ code: 0 })
    expect(readFileSync(found, 'utf8')).toBe(PNPM)
  }
  expect(existsSync(environment['HARM'] ?? '')).toBe(false)
})

test('starts at the same time do not disturb each other', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => run(['true'])))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(linesOf('RAN')).toHaveLength(4)
})

test('what npm says when it cannot fetch is shown', async () => {
  const { code, said } = await run(['true'], { CACHED: '' })
  expect(code).toBe(1)
  expect(said).toContain('no network here')
})

test('a signal to the group ends it only when the command has closed what it had open', async () => {
  const server = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100)); setInterval(() => {}, 1000)`
  writeFileSync(join(folder, 'server.cjs'), `${server}; console.log('listening')`)
  const child = start(['true', '&&', 'node', 'server.cjs'])
  await once(child.stdout, 'data')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('npm that runs the script is used itself, since some systems start no npm', async () => {
  const npm = join(folder, 'npm-cli.js')
  renameSync(join(folder, 'npm'), join(folder, 'fetch'))
  const code = `require('node:child_process').execFileSync(__dirname + '/fetch', process.argv.slice(2))`
  writeFileSync(npm, code)
  expect(await run(['true'], { npm_execpath: npm })).toMatchObject({ code: 0 })
})

test('a machine without npm is told what is missing', async () => {
  expect(await run(['true'], { PATH: join(folder, 'empty') })).toMatchObject({
    code: 1,
    said: expect.stringContaining('It comes with Node') as string,
  })
})
