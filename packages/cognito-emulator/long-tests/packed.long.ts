// Installs the package from its packed tarball in an empty folder, starts its command and uses each of its entry points.
// scripts/long-tests/packages.long.ts checks the tarball itself. Usage: node long-tests/packed.long.ts (installs the
// package's dependencies from the registry or npm's cache)

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..')
const JWKS = "new Request('http://localhost/local_A/.well-known/jwks.json')"
const OPTIONS = "{ userPools: [{ id: 'local_A', clients: [] }] }"

/** Programs for every entry point, as ES modules and as CommonJS, with their expected output. */
const PROGRAMS: Readonly<Record<string, { code: string; answer: string }>> = {
  'import.mjs': {
    code: `import { createEmulator } from '@cognito-srp/emulator'
      console.log((await createEmulator(${OPTIONS}).fetch(${JWKS})).status)`,
    answer: '200',
  },
  'require.cjs': {
    code: `const { createEmulator } = require('@cognito-srp/emulator')
      createEmulator(${OPTIONS}).fetch(${JWKS}).then(({ status }) => console.log(status))`,
    answer: '200',
  },
  'playwright.mjs': {
    code: `import { fixtures, signedInState } from '@cognito-srp/emulator/playwright'
      console.log(typeof fixtures.emulator, typeof signedInState)`,
    answer: 'function function',
  },
  'playwright.cjs': {
    code: `const { fixtures, lastCode } = require('@cognito-srp/emulator/playwright')
      console.log(typeof fixtures.emulator, typeof lastCode)`,
    answer: 'function function',
  },
  'offline.mjs': { code: `import '@cognito-srp/emulator/offline'\n${unreachable()}`, answer: 'The Cognito emulator' },
  'offline.cjs': { code: `require('@cognito-srp/emulator/offline')\n${unreachable()}`, answer: 'The Cognito emulator' },
}

const problems: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'emulator-packed-'))
try {
  run('pnpm', ['build'], PACKAGE)
  run('pnpm', ['pack', '--pack-destination', folder], PACKAGE)
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })

  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], folder)
  for (const [file, { code, answer }] of Object.entries(PROGRAMS)) {
    writeFileSync(join(folder, file), code)
    const printed = run('node', [file], folder).trim()
    if (!printed.startsWith(answer)) problems.push(`${file} prints ${printed}`)
  }
  const banner = await startCommand()
  if (!banner.startsWith('Listening on http://127.0.0.1:')) problems.push(`the command prints ${banner}`)
  console.log(`${Object.keys(PROGRAMS).length} programs and the command, from the tarball: ${problems.length} wrong`)
  const kilobytes = (path: string) => Math.round(sizeOf(join(folder, path)) / 1000)
  const own = kilobytes('node_modules/@cognito-srp/emulator')
  console.log(`installed: ${own} kB of its own, ${kilobytes('node_modules')} kB with what it depends on`)
} finally {
  rmSync(folder, { recursive: true })
}
for (const problem of problems) console.log(`problem: ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1

/**
 * Returns a program that calls the service while no emulator is listening. The call must be redirected and fail with an
 * explanation.
 */
function unreachable(): string {
  return `fetch('https://cognito-idp.local.amazonaws.com/').catch(({ message }) => console.log(message))`
}

function sizeOf(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

function run(command: string, parameters: string[], cwd: string): string {
  const env = { ...process.env, COGNITO_EMULATOR_URL: 'http://127.0.0.1:65535/' } // where nobody listens
  return execFileSync(command, parameters, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

async function startCommand(): Promise<string> {
  const command = join(folder, 'node_modules', '.bin', 'cognito-emulator')
  const child = spawn(command, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGTERM')
  await once(child, 'exit')
  return printed.toString().split('\n')[0] ?? ''
}
