// Repeatedly kills the API with SIGKILL while students write, and restarts it with the same database. No acknowledged
// write may be missing afterwards, and every start must take less than three seconds.
// Usage: node long-tests/kill.long.ts [rounds]

import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import { ApiProcess, settingsFor } from '../test/api-process.ts'
import { listen } from '../test/listen.ts'

const ROUNDS = Number(process.argv[2] ?? 50)
const STUDENTS = 16
const LONGEST_LIFE_MS = 400
const MAX_START_MS = 3_000

type Student = { name: string; token: string; sent: number; acknowledged: number }

const pool = await createSigningPool()
const keys = await listen(() => Response.json(pool.keySet))
const folder = mkdtempSync(join(tmpdir(), 'quiz-kill-'))
const database = join(folder, 'quiz.sqlite')
const students: Student[] = []
for (let index = 0; index < STUDENTS; index += 1) {
  const name = `student-${index}`
  students.push({ name, token: await pool.accessToken(name), sent: 0, acknowledged: 0 })
}

const problems: string[] = []
let slowestStartMs = 0
for (let round = 0; round < ROUNDS; round += 1) {
  const api = await start()
  problems.push(...(await findLosses(api)))
  const writing = students.map((student) => writeUntilKilled(api, student))
  await sleep(Math.random() * LONGEST_LIFE_MS)
  await api.end('SIGKILL')
  await Promise.all(writing)
}
const api = await start()
problems.push(...(await findLosses(api)), ...findDamage())
if ((await api.end('SIGTERM')) !== 0) problems.push('the last, undisturbed run did not exit with status 0')
await keys.stop()
rmSync(folder, { recursive: true })

const acknowledged = students.reduce((sum, student) => sum + student.acknowledged, 0)
console.log(`${ROUNDS} kills, ${STUDENTS} students, ${acknowledged} acknowledged writes, ${problems.length} problems`)
console.log(`slowest start after a kill: ${slowestStartMs} ms`)
for (const problem of problems) console.log(`problem: ${problem}`)
if (acknowledged === 0 || slowestStartMs > MAX_START_MS) problems.push('nothing was written, or a start took too long')
process.exitCode = problems.length > 0 ? 1 : 0

async function start(): Promise<ApiProcess> {
  const startMs = performance.now()
  const started = await ApiProcess.start(settingsFor(pool, { store: `sqlite:${database}`, jwksUrl: keys.url }))
  slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - startMs))
  return started
}

/** Sends one write after another until the server is killed. Each write increments `tries` and a mark. */
async function writeUntilKilled({ url }: ApiProcess, student: Student): Promise<void> {
  for (;;) {
    student.sent += 1
    const { sent: tries, name, token } = student
    const body = { id: name, questionsStats: { q1: { tries, correct: 0 } }, marks: { device: tries } }
    const answer = await fetch(`${url}/stats`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).catch(() => null)
    if (answer === null) return
    if (!answer.ok) throw new Error(`PUT returned ${answer.status}.`)
    student.acknowledged = tries // the status line is the acknowledgement
    await answer.text().catch(() => '')
  }
}

async function findLosses({ url }: ApiProcess): Promise<string[]> {
  const found: string[] = []
  for (const { name, token, sent, acknowledged } of students) {
    const answer = await fetch(`${url}/stats`, { headers: { Authorization: `Bearer ${token}` } })
    const { tries, mark } = answer.status === 404 ? { tries: 0, mark: 0 } : readCounts(await answer.json())
    if (tries < acknowledged) found.push(`${name}: ${acknowledged} acknowledged, ${tries} stored`)
    if (tries > sent) found.push(`${name}: ${sent} sent, ${tries} stored`)
    if (tries !== mark) found.push(`${name}: half a write, tries ${tries} and mark ${mark}`)
  }
  return found
}

function readCounts(stats: unknown): { tries: number; mark: number } {
  const { questionsStats, marks } = stats as { questionsStats: { q1: { tries: number } }; marks: { device: number } }
  return { tries: questionsStats.q1.tries, mark: marks.device }
}

function findDamage(): string[] {
  const opened = new DatabaseSync(database, { readOnly: true })
  const { integrity_check: verdict } = opened.prepare('PRAGMA integrity_check').get() ?? {}
  opened.close()
  return verdict === 'ok' ? [] : [`integrity check: ${String(verdict)}`]
}
