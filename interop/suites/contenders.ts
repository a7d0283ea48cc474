import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmulator } from '../../packages/cognito-emulator/src/index.ts'
import { freePort } from '../../packages/testing/src/free-port.ts'

/** A Cognito emulator that this program can start. */
export type Contender = { name: string; version: () => string; start: () => Promise<RunningContender> }

export type RunningContender = { url: string; close: () => Promise<void> }

const COGNITO_LOCAL = join(import.meta.dirname, 'node_modules', 'cognito-local')
const OURS = join(import.meta.dirname, '..', '..', 'packages', 'cognito-emulator')
const LONGEST_START_MS = 60_000

export const CONTENDERS: readonly Contender[] = [
  {
    name: '@cognito-srp/emulator',
    version: () => versionOf(OURS),
    start: () => startEmulator({ userPools: [] }),
  },
  { name: 'cognito-local', version: () => versionOf(COGNITO_LOCAL), start: startCognitoLocal },
  {
    name: "moto's server",
    version: () => execFileSync('python3', ['-c', 'import moto; print(moto.__version__)'], { encoding: 'utf8' }).trim(),
    start: startMoto,
  },
]

/** Starts cognito-local, configured so that user names need not be e-mail addresses. */
async function startCognitoLocal(): Promise<RunningContender> {
  const folder = mkdtempSync(join(tmpdir(), 'cognito-local-'))
  mkdirSync(join(folder, '.cognito'))
  writeFileSync(join(folder, '.cognito', 'config.json'), '{ "UserPoolDefaults": { "UsernameAttributes": [] } }')
  const port = await freePort()
  const environment = { PORT: String(port), HOST: '127.0.0.1' }
  const running = await startProgram(process.execPath, [join(COGNITO_LOCAL, 'lib/bin/start.js')], {
    folder,
    port,
    environment,
  })
  return {
    url: running.url,
    close: async () => {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startMoto(): Promise<RunningContender> {
  const port = await freePort()
  const parameters = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)]
  return startProgram('python3', parameters, { folder: tmpdir(), port, environment: {} })
}

type Place = { folder: string; port: number; environment: Record<string, string> }

async function startProgram(command: string, parameters: string[], place: Place): Promise<RunningContender> {
  const { folder: cwd, port, environment } = place
  const child = spawn(command, parameters, { cwd, env: { ...process.env, ...environment }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/`
  const lateMs = performance.now() + LONGEST_START_MS
  while (!(await answers(url))) {
    if (performance.now() > lateMs || child.exitCode !== null) throw new Error(`${command} did not start.`)
    await sleep(50)
  }
  return {
    url,
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}
