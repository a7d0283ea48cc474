// Load test of the API in a separate process with SQLite on disk. Each of 200 signed-in students has answered 300
// questions and uses one connection in a closed loop. The load generator runs on the same machine. Prints Markdown, and
// exits with status 1 after an error or if GET /stats misses its target. To see whether memory grows over
// a long run, pass the arguments `300 /stats`.
// Usage: node bench/load.ts [seconds per scenario, 10 by default] [part of a scenario's name, all by default]

import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { importBank } from '../src/questions/import-bank.ts'
import { readSeedBank } from '../src/questions/bank-file.ts'
import { openSqliteStore } from '../src/store/sqlite-store.ts'
import { ApiProcess, settingsFor } from '../test/api-process.ts'
import { listen } from '../test/listen.ts'
import { runClosedLoop, type LoadResult } from './closed-loop.ts'

const SECONDS = Number(process.argv[2] ?? 10)
const CHOSEN = process.argv[3] ?? ''
const WARM_UP_SECONDS = 3
const STUDENTS = 200
const ENTRIES = 300
const GET_STATS_P99_BAR_MS = 50

const pool = await createSigningPool()
const keys = await listen(() => Response.json(pool.keySet))
const folder = mkdtempSync(join(tmpdir(), 'quiz-load-'))
const database = join(folder, 'quiz.sqlite')
await prepareBank()
const api = await ApiProcess.start(settingsFor(pool, { store: `sqlite:${database}`, jwksUrl: keys.url }))
const names = Array.from({ length: STUDENTS }, (_, index) => `student-${index}`)
const tokens = await Promise.all(names.map((name) => pool.accessToken(name)))
const bankEtag = await currentBankEtag()

const put = names.map((name, index) => wire('PUT', '/stats', index, [], statsBody(name)))
const scenarios = [
  {
    name: 'GET /healthz',
    requests: names.map((_, index) => wire('GET', '/healthz', index)),
    expected: 200,
  },
  { name: 'PUT /stats', requests: put, expected: 200 },
  { name: 'GET /stats', requests: names.map((_, index) => wire('GET', '/stats', index)), expected: 200 },
  {
    name: 'GET /questions, known',
    requests: names.map((_, index) => wire('GET', '/questions', index, [`If-None-Match: ${bankEtag}`])),
    expected: 304,
  },
]

let hasFailed = false
console.log(
  `Each scenario runs for ${SECONDS} s with ${STUDENTS} connections and ${ENTRIES} entries per student, all on one machine.\n`,
)
console.log(
  '| request | p50 | p99 | requests per second | errors | 429 | memory, MB | p99 limit |\n|---|---|---|---|---|---|---|---|',
)
await Promise.all(names.map(createStats)) // every later PUT returns 200, never 201
for (const { name, requests, expected } of scenarios.filter(({ name }) => name.includes(CHOSEN))) {
  await runClosedLoop(api.url, requests, WARM_UP_SECONDS)
  const before = residentMegabytes()
  const result = await runClosedLoop(api.url, requests, SECONDS)
  report(name, result, { expected, before })
}
await api.end('SIGTERM')
await keys.stop()
rmSync(folder, { recursive: true })
process.exitCode = hasFailed ? 1 : 0

function report(name: string, result: LoadResult, { expected, before }: { expected: number; before: number }): void {
  const { durationsMs, statuses, brokenConnections } = result
  const sorted = durationsMs.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const limited = statuses.get(429) ?? 0
  const errors = sorted.length - (statuses.get(expected) ?? 0) - limited + brokenConnections
  const isSlow = name === 'GET /stats' && at(0.99) > GET_STATS_P99_BAR_MS
  if (errors > 0 || isSlow) hasFailed = true
  const bar = name === 'GET /stats' ? `${GET_STATS_P99_BAR_MS} ms${isSlow ? ', **missed**' : ''}` : ''
  const unexpected = [...statuses].filter(([status]) => status !== expected && status !== 429)
  const perSecond = Math.round(sorted.length / SECONDS)
  const others = unexpected.map(([status, count]) => ` (${count} × ${status})`).join('')
  const times = `${at(0.5).toFixed(1)} ms | ${at(0.99).toFixed(1)} ms | ${perSecond}`
  console.log(`| ${name} | ${times} | ${errors}${others} | ${limited} | ${before} → ${residentMegabytes()} | ${bar} |`)
}

async function prepareBank(): Promise<void> {
  const store = openSqliteStore(database)
  await importBank(store, readSeedBank())
  await store.close()
}

async function currentBankEtag(): Promise<string> {
  const headers = { Authorization: `Bearer ${tokens[0]}`, 'Accept-Encoding': 'identity' }
  return (await fetch(`${api.url}/questions`, { headers })).headers.get('ETag') ?? ''
}

async function createStats(name: string, student: number): Promise<void> {
  const headers = { Authorization: `Bearer ${tokens[student]}` }
  const answer = await fetch(`${api.url}/stats`, { method: 'PUT', headers, body: statsBody(name) })
  if (answer.status !== 201) throw new Error(`Creating statistics returned ${answer.status}.`)
}

function statsBody(name: string): string {
  const entries = Array.from({ length: ENTRIES }, (_, index) => [`question-${index}`, { tries: 3, correct: 2 }])
  return JSON.stringify({ id: name, questionsStats: Object.fromEntries(entries), marks: { device: ENTRIES } })
}

/** A request as the app's page sends it, with the XSRF cookie from an earlier response. */
function wire(method: string, path: string, student: number, headers: string[] = [], body = ''): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${tokens[student]}`,
    'Cookie: XSRF-TOKEN=kept',
    'X-XSRF-TOKEN: kept',
    ...headers,
  ]
  if (body !== '') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Resident memory of the API's process in MB, or 0 on systems other than Linux. */
function residentMegabytes(): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${api.pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1_024)
  } catch {
    return 0 // no /proc on this system
  }
}
