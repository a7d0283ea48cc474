import { loadavg } from 'node:os'

import { attack } from './harness/attack.ts'
import type { ApiProgram, Checkout } from './harness/checkout.ts'
import { flood, type Tally } from './harness/requests.ts'
import { visitAlone, watchVisits, type Experience } from './harness/witness.ts'

// What another student waits for their statistics while one sends all that an account may send, on four connections. A
// second program's load can spoil a round, so a kind of request did harm where three rounds say so.

const CONNECTIONS = 4
const BODY_BYTES = 5_000_000
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2_500)
const ROUNDS = 3

/** After this no round is repeated. */
const BUDGET_MS = 30_000

/**
 * The other's median may be this many times what it is alone, and their slowest hundredth this long, or as many times what
 * it is alone where the machine itself is that slow.
 */
const MAX_SLOWDOWN = 3
const MAX_P99_MS = 100

/** A median below this is the clock's and the scheduler's; three times as much still waits for nobody. */
const LEAST_IDLE_MS = 2

type Kind = {
  name: string
  request: Omit<RequestInit, 'headers'> & { path?: string; headers?: Record<string, string> }
}

const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  ({ method: 'PUT', body, headers }) as const

const KINDS: Kind[] = [
  { name: 'wrong entries', request: put(bodyOf(59_000, { tries: -1, correct: 'x' })) },
  { name: 'right entries', request: put(bodyOf(50_000, { tries: 3, correct: 2 })) },
  { name: 'its own 5 MB read', request: { method: 'GET' } },
  { name: 'nested lists', request: put('['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2)) },
  { name: 'one text', request: put(JSON.stringify({ id: 'x'.repeat(BODY_BYTES), questionsStats: {} })) },
  { name: 'many fields', request: put(`{${Array.from({ length: 400_000 }, (_, n) => `"f${n}":1`).join()}}`) },
  { name: 'small writes', request: put('{"id":"mallory","questionsStats":{}}') },
]

export default attack({
  does: 'one student sends all that an account may send, until others wait for their statistics',
  run: async (checkout) => {
    const target = await startClass(checkout)
    const figures: Record<string, string | number> = {}
    const endMs = performance.now() + BUDGET_MS
    const harmful: string[] = []
    target.api.watch()
    for (const kind of KINDS) {
      const rounds = await attackInRounds(target, kind, endMs)
      figures[kind.name] = rounds.map(describe).join(' | ')
      if (rounds.every(isHarm)) harmful.push(kind.name)
    }
    figures['memory at most, MB'] = target.api.usage.peakRssMb
    figures['harm by'] = harmful.join(', ') || 'none'
    return { harm: harmful.length > 0 || !target.api.isAlive, figures }
  },
})

type Target = ApiProgram & { tokens: { mallory: string; ana: string } }

/** Ana has 300 answered questions, Mallory nothing yet. */
async function startClass(checkout: Checkout): Promise<Target> {
  const program = await checkout.startApi({ env: { WRITES_PER_MINUTE: '120' } })
  const tokens = { mallory: await program.pool.accessToken('mallory'), ana: await program.pool.accessToken('ana') }
  const target = { ...program, tokens }
  const headers = { Authorization: `Bearer ${tokens.ana}` }
  const created = await fetch(`${target.api.url}/stats`, {
    ...put(bodyOf(300, { tries: 3, correct: 2 }, 'ana')),
    headers,
  })
  if (created.status !== 201) throw new Error(`Creating statistics was answered ${created.status}.`)
  return target
}

type Round = { alone: Experience; attacked: Experience; tally: Tally; load: number }

async function attackInRounds(target: Target, kind: Kind, endMs: number): Promise<Round[]> {
  const rounds: Round[] = []
  do rounds.push(await attackOnce(target, kind))
  while (isHarm(rounds.at(-1)) && rounds.length < ROUNDS && performance.now() < endMs)
  return rounds
}

async function attackOnce({ api, tokens }: Target, { request: { path = '/stats', ...request } }: Kind): Promise<Round> {
  const visit = { url: `${api.url}/stats`, headers: { Authorization: `Bearer ${tokens.ana}` }, everyMs: 10 }
  await fetch(visit.url, visit) // once what the round before left is done
  const alone = await visitAlone(visit, 800)
  const visits = watchVisits(visit)
  const signal = AbortSignal.timeout(ROUND_MS)
  const { tally } = await flood({
    count: Infinity,
    forMs: ROUND_MS,
    atOnce: CONNECTIONS,
    send: async () => {
      const headers = { Authorization: `Bearer ${tokens.mallory}`, ...request.headers }
      const response = await fetch(api.url + path, { ...request, headers, signal })
      await response.arrayBuffer()
      return response.status
    },
  })
  return { alone, attacked: await visits.stop(), tally, load: loadavg()[0] ?? 0 }
}

function isHarm(round: Round | undefined): boolean {
  if (round === undefined) return false
  const { alone, attacked } = round
  const mostMs = MAX_SLOWDOWN * Math.max(alone.p50Ms, LEAST_IDLE_MS)
  return (
    attacked.answers === 0 ||
    attacked.failures > 0 ||
    attacked.p50Ms > mostMs ||
    attacked.p99Ms > Math.max(MAX_P99_MS, MAX_SLOWDOWN * alone.p99Ms)
  )
}

function describe({ alone, attacked, tally, load }: Round): string {
  const answers = Object.entries(tally).map(([status, count]) => `${count} × ${status}`)
  if (attacked.answers === 0) return `no answer while attacked (${answers.join(', ')}; load ${load.toFixed(1)})`
  return `p50 ${alone.p50Ms} → ${attacked.p50Ms} ms, p99 ${alone.p99Ms} → ${attacked.p99Ms} ms (${answers.join(', ')}; load ${load.toFixed(1)})`
}

function bodyOf(entries: number, tally: Record<string, unknown>, id = 'mallory'): string {
  const questionsStats = Object.fromEntries(
    Array.from({ length: entries }, (_, n) => [`question-${n}-${'q'.repeat(30)}`, tally]),
  )
  return JSON.stringify({ id, questionsStats })
}
