// Installs the package from its packed tarball in a folder of its own, starts its command there and asks it something.
// Usage: node long-tests/packed.long.ts (needs the packages this one depends on: from the registry or npm's cache)

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGE = join(import.meta.dirname, '..')
const SCRIPT = `
  import { createEmulator } from '@cognito-srp/emulator'
  const emulator = createEmulator({ userPools: [{ id: 'local_A', clients: [] }] })
  const response = await emulator.fetch(new Request('http://localhost/local_A/.well-known/jwks.json'))
  console.log(response.status)
`

const folder = mkdtempSync(join(tmpdir(), 'emulator-packed-'))
try {
  run('pnpm', ['build'], PACKAGE)
  run('pnpm', ['pack', '--pack-destination', folder], PACKAGE)
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], folder)
  writeFileSync(join(folder, 'import.js'), SCRIPT)
  const status = run('node', ['import.js'], folder).trim()
  const banner = await startCommand()
  console.log(`from the tarball: import answers ${status}, the command prints "${banner}"`)
  process.exitCode = status === '200' && banner.startsWith('Listening on http://127.0.0.1:') ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function run(command: string, parameters: string[], cwd: string): string {
  return execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

async function startCommand(): Promise<string> {
  const command = join(folder, 'node_modules', '.bin', 'cognito-emulator')
  const child = spawn(command, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGTERM')
  await once(child, 'exit')
  return printed.toString().split('\n')[0] ?? ''
}
