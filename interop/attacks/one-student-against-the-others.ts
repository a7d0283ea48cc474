import { loadavg } from 'node:os'
import type { ApiProgram, Checkout } from '@cognito-srp/testing/attacked/checkout'
import { flood, type Tally } from '@cognito-srp/testing/attacked/requests'
import { pause, visitAlone, watchVisits, type Experience, type Visit } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'
import { createStats, statsBody } from './harness/statistics.ts'

// Measures how long another student waits for statistics while one student sends as many requests as possible on four
// connections. A second API, which is not attacked, shows how long the machine itself makes students wait. Other
// programs can still disturb a round, so a kind of request counts as harmful only if all of its rounds show harm. Each
// kind gets three rounds, or two once BUDGET_MS has passed.

const CONNECTIONS = 4
const BODY_BYTES = 1_000_000
const ENTRIES = 10_000
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 2_000)
const ROUNDS = 3
const LEAST_ROUNDS = 2
const ALONE_MS = 1_500
const WARM_UP_MS = 300

/** Time after which a round that shows harm is repeated only once. */
const BUDGET_MS = 20_000

/**
 * Limits for the other student: a factor for the median, compared with the time without an attack, and milliseconds for
 * the p99. If the machine itself is slow, the times of the other API raise both limits.
 */
const MAX_SLOWDOWN = 3
const MAX_P99_MS = 100

/**
 * Medians below this value mostly reflect the clock and the scheduler. Even a delay of three times this value is not
 * noticeable.
 */
const LEAST_IDLE_MS = 2

/** If the student of the other API got fewer responses in a round, the machine was too busy and the round is ignored. */
const LEAST_ANSWERS = 10

type Kind = {
  name: string
  request: Omit<RequestInit, 'headers'> & { path?: string; headers?: Record<string, string> }
}

const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  ({ method: 'PUT', body, headers }) as const

const KINDS: Kind[] = [
  { name: 'invalid entries', request: put(statsBody('mallory', ENTRIES, { tries: -1, correct: 'x' })) },
  { name: 'valid entries', request: put(statsBody('mallory', ENTRIES)) },
  { name: 'reading 1 MB', request: { method: 'GET' } },
  { name: 'nested lists', request: put('['.repeat(BODY_BYTES / 2) + ']'.repeat(BODY_BYTES / 2)) },
  { name: 'one long string', request: put(JSON.stringify({ id: 'x'.repeat(BODY_BYTES), questionsStats: {} })) },
  { name: 'many fields', request: put(`{${Array.from({ length: 80_000 }, (_, n) => `"f${n}":1`).join()}}`) },
  { name: 'small writes', request: put('{"id":"mallory","questionsStats":{}}') },
]

export default attack({
  does: 'one student sends as much as an account may, so that others wait for their statistics',
  run: async (checkout) => {
    const [target, other] = [await startClass(checkout), await startClass(checkout)]
    const alone = await visitAlone(statsOf(target), ALONE_MS)
    const figures: Record<string, string | number> = {}
    const endMs = performance.now() + BUDGET_MS
    const harmful: string[] = []
    target.api.watch()
    for (const kind of KINDS) {
      const rounds = await attackInRounds({ target, other, alone }, kind, endMs)
      figures[kind.name] = rounds.map(describe).join(' | ')
      if (rounds.every(isHarm)) harmful.push(kind.name)
    }
    figures['maximum memory, MB'] = target.api.usage.peakRssMb
    figures['harm by'] = harmful.join(', ') || 'none'
    return { harm: harmful.length > 0 || !target.api.isAlive, figures }
  },
})

type Target = ApiProgram & { tokens: { mallory: string; ana: string } }

/** Starts an API in which Ana has answered 300 questions and Mallory 10,000. */
async function startClass(checkout: Checkout): Promise<Target> {
  const program = await checkout.startApi({ env: { WRITES_PER_MINUTE: '120' } })
  const tokens = { mallory: await program.pool.accessToken('mallory'), ana: await program.pool.accessToken('ana') }
  for (const [name, entries] of [
    ['ana', 300],
    ['mallory', ENTRIES],
  ] as const) {
    await createStats(program.api.url, tokens[name], statsBody(name, entries))
  }
  return { ...program, tokens }
}

function statsOf({ api, tokens }: Target): Visit & { headers: Record<string, string> } {
  return { url: `${api.url}/stats`, headers: { Authorization: `Bearer ${tokens.ana}` }, everyMs: 15 }
}

type Round = { alone: Experience; attacked: Experience; elsewhere: Experience; tally: Tally; load: number }

type Targets = { target: Target; other: Target; alone: Experience }

async function attackInRounds(targets: Targets, kind: Kind, endMs: number): Promise<Round[]> {
  const rounds: Round[] = []
  do rounds.push(await attackOnce(targets, kind))
  while (isHarm(rounds.at(-1)) && rounds.length < (performance.now() < endMs ? ROUNDS : LEAST_ROUNDS))
  return rounds
}

async function attackOnce(
  { target, other, alone }: Targets,
  { request: { path = '/stats', ...request } }: Kind,
): Promise<Round> {
  const visit = statsOf(target)
  await (await fetch(visit.url, visit)).arrayBuffer() // wait until the work of the previous round is done
  const [visits, visitsElsewhere] = [watchVisits(visit), watchVisits(statsOf(other))]
  await pause(WARM_UP_MS)
  const signal = AbortSignal.timeout(ROUND_MS)
  const { tally } = await flood({
    count: Infinity,
    forMs: ROUND_MS,
    atOnce: CONNECTIONS,
    send: async () => {
      const headers = { Authorization: `Bearer ${target.tokens.mallory}`, ...request.headers }
      const response = await fetch(target.api.url + path, { ...request, headers, signal })
      await response.arrayBuffer()
      return response.status
    },
  })
  const [attacked, elsewhere] = await Promise.all([visits.stop(), visitsElsewhere.stop()])
  return { alone, attacked, elsewhere, tally, load: loadavg()[0] ?? 0 }
}

function isHarm(round: Round | undefined): boolean {
  if (round === undefined || round.elsewhere.answers < LEAST_ANSWERS) return false
  const { alone, attacked, elsewhere } = round
  const usualMs = Math.max(alone.p50Ms, elsewhere.p50Ms, LEAST_IDLE_MS)
  const usualP99Ms = Math.max(alone.p99Ms, elsewhere.p99Ms)
  const isSlow = attacked.p50Ms > MAX_SLOWDOWN * usualMs
  const isSometimesSlow = attacked.p99Ms > Math.max(MAX_P99_MS, MAX_SLOWDOWN * usualP99Ms)
  return attacked.answers === 0 || attacked.failures > 0 || isSlow || isSometimesSlow
}

function describe({ alone, attacked, elsewhere, tally, load }: Round): string {
  const answers = Object.entries(tally).map(([status, count]) => `${count} × ${status}`)
  const end = `elsewhere ${elsewhere.p50Ms} and ${elsewhere.p99Ms}; ${answers.join(', ')}; load ${load.toFixed(1)}`
  if (attacked.answers === 0) return `no response during the attack (${end})`
  return `p50 ${alone.p50Ms} → ${attacked.p50Ms} ms, p99 ${alone.p99Ms} → ${attacked.p99Ms} ms (${end})`
}
