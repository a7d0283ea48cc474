import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'with-pnpm.mjs')

/** Stands for npm's programs: notes what it was asked for, and behaves as the command that it would run. */
const NPX = `#!/usr/bin/env node
require('node:fs').writeFileSync(process.env.ASKED, JSON.stringify(process.argv.slice(2)))
process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100))
if (process.env.STAYS) setInterval(() => {}, 1000)
else process.exitCode = Number(process.env.CODE ?? 0)
console.log('running')
`

let folder: string
let asked: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'with-pnpm-'))
  asked = join(folder, 'asked.json')
  writeFileSync(join(folder, 'npx'), NPX)
  chmodSync(join(folder, 'npx'), 0o755)
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Starts the script in a process group of its own, as a shell does. */
function start(parameters: string[], environment: Record<string, string> = {}) {
  const { npm_execpath: _runner, ...ours } = process.env
  const env = { ...ours, PATH: `${folder}${delimiter}${process.env['PATH']}`, ASKED: asked, ...environment }
  return spawn(process.execPath, [SCRIPT, ...parameters], { env, detached: true })
}

async function commandFor(...parameters: string[]): Promise<string[]> {
  await once(start(parameters), 'exit')
  return JSON.parse(readFileSync(asked, 'utf8')) as string[]
}

test('the command runs after the installation, with the pnpm that package.json names', async () => {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8')) as { packageManager: string }
  const [line = '', flag, ...rest] = (await commandFor('node', 'scripts/bench.ts', 'api')).toReversed()
  expect(line).toMatch(/^pnpm install --frozen-lockfile --prefer-offline --filter "!@cognito-srp\/tools" && /)
  expect(line).toMatch(/ && node scripts\/check-node\.mjs && node scripts\/bench\.ts api$/)
  expect(flag).toBe('-c')
  expect(rest).toContain(`--package=${packageManager}`)
})

test('the tools are installed when they are asked for', async () => {
  const line = (await commandFor('--tools', 'pnpm', 'run', 'docs')).at(-1)
  expect(line).toMatch(/^pnpm install --frozen-lockfile --prefer-offline && .* && pnpm run docs$/)
})

test('its exit code is the command’s', async () => {
  expect(await once(start(['true'], { CODE: '3' }), 'exit')).toEqual([3, null])
})

test('a signal to the group ends it only when the command has closed what it had open', async () => {
  const child = start(['serve'], { STAYS: 'yes' })
  await once(child.stdout, 'data')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('npm that runs the script is used itself, since some systems start no npx', async () => {
  const npm = join(folder, 'npm-cli.js')
  writeFileSync(npm, NPX)
  await once(start(['true'], { npm_execpath: npm, PATH: join(folder, 'empty') }), 'exit')
  const [command, ...parameters] = JSON.parse(readFileSync(asked, 'utf8')) as string[]
  expect(command).toBe('exec')
  expect(parameters.at(-1)).toMatch(/ && true$/)
})

test('a machine without npx is told what is missing', async () => {
  const child = start(['serve'], { PATH: join(folder, 'empty') })
  const said = child.stderr.setEncoding('utf8').toArray()
  expect(await once(child, 'exit')).toEqual([1, null])
  expect((await said).join('')).toContain('It comes with Node')
})
