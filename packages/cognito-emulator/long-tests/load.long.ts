// 50 clients sign in by SRP without a pause, against an emulator in a process of its own. None may fail, and the
// emulator's event loop may not be held up: its delay's 99th percentile stays under 200 ms.
// Usage: node long-tests/load.long.ts [seconds]

import type { AuthAnswer } from '../src/sign-in/sign-in.ts'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { formatTimestamp, srpClient, type ServerAnswer } from '../src/tools/conform/srp-client.ts'
import { call } from '../test/caller.ts'
import { startServer } from '../test/server-process.ts'

const SECONDS = Number(process.argv[2] ?? 30)
const CLIENTS = 50
const LONGEST_DELAY_P99_MS = 200
const PASSWORD = 'Senha-123'

const folder = mkdtempSync(join(tmpdir(), 'emulator-load-'))
const config = join(folder, 'pool.json')
const report = join(folder, 'event-loop.json')
const users = Array.from({ length: CLIENTS }, (_nothing, index) => ({ username: `user-${index}`, password: PASSWORD }))
writeFileSync(config, JSON.stringify({ userPools: [{ id: 'local_Load', clients: [{ id: 'web' }], users }] }))
process.env['EVENT_LOOP_REPORT'] = report
const measure = fileURLToPath(new URL('../test/measure-event-loop.ts', import.meta.url))
const server = await startServer(['--config', config, '--data', join(folder, 'pool.sqlite')], ['--import', measure])
const emulator = { fetch: (request: Request) => fetch(new Request(server.url, request)) }

const latenciesMs: number[] = []
const errors: string[] = []
const endsAtMs = performance.now() + SECONDS * 1000
await Promise.all(users.map(({ username }) => signInUntilOver(username)))
server.process.kill('SIGTERM')
await once(server.process, 'exit')

const delay = JSON.parse(readFileSync(report, 'utf8')) as { p50Ms: number; p99Ms: number; maxMs: number }
rmSync(folder, { recursive: true })
latenciesMs.sort((left, right) => left - right)
const percentile = (share: number) => Math.round(latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0)
console.log(`${CLIENTS} clients, ${SECONDS} s: ${latenciesMs.length} sign-ins, ${errors.length} errors`)
console.log(`sign-ins per second: ${Math.round(latenciesMs.length / SECONDS)}`)
console.log(`one sign-in, client included: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`)
console.log(`event loop delay: p50 ${delay.p50Ms} ms, p99 ${delay.p99Ms} ms, longest ${delay.maxMs} ms`)
for (const error of new Set(errors)) console.log(`error: ${error}`)
const isGood = errors.length === 0 && latenciesMs.length > 0 && delay.p99Ms < LONGEST_DELAY_P99_MS
process.exitCode = isGood ? 0 : 1

async function signInUntilOver(username: string): Promise<void> {
  while (performance.now() < endsAtMs) {
    const startedAtMs = performance.now()
    try {
      await signIn(username)
      latenciesMs.push(performance.now() - startedAtMs)
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }
}

async function signIn(username: string): Promise<void> {
  const { a, srpA } = srpClient.createClientEphemeral()
  const { ChallengeParameters } = await call<AuthAnswer>(emulator, 'InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: username, SRP_A: srpA },
  })
  const identity = { poolName: 'Load', userId: username, password: PASSWORD }
  const timestamp = formatTimestamp(Date.now())
  const proof = srpClient.proveClaim(a, identity, ChallengeParameters as ServerAnswer, timestamp)
  const { AuthenticationResult } = await call<AuthAnswer>(emulator, 'RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: 'web',
    ChallengeResponses: { USERNAME: username, ...proof },
  })
  if (!AuthenticationResult) throw new Error('no tokens')
}
