import { startDynamoDb } from '@cognito-srp/testing/dynamodb'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { openDynamoDbStore } from '../src/store/dynamodb-store.ts'
import type { QuizStore } from '../src/store/quiz-store.ts'
import { openSqliteStore } from '../src/store/sqlite-store.ts'
import { createTestApi } from './api-client.ts'
import { listen } from './listen.ts'

/**
 * Number of runs. The default is small enough for every test run, and `npm run prove -- models` sets a large number.
 */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 5)

type Answer = { questionId: string; isCorrect: boolean }
type Stats = { questionsStats: Record<string, { tries: number; correct: number }>; marks: Record<string, number> }

/** One sync of a device: the answers since its last sync, the pause before it, and whether its response is lost. */
type Sync = { answers: Answer[]; losesReply: boolean; pauseMs: number }

const pool = await createSigningPool()
const token = await pool.accessToken('ana')

const answerArbitrary = fc.record({ questionId: fc.constantFrom('q1', 'q2', 'q3'), isCorrect: fc.boolean() })
const syncArbitrary = fc.record({
  answers: fc.array(answerArbitrary, { maxLength: 4 }),
  losesReply: fc.boolean(),
  pauseMs: fc.integer({ min: 0, max: 5 }),
})
const devicesArbitrary = fc.array(fc.array(syncArbitrary, { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 4,
})

/** A device that keeps its answers in a log and sends the answers that the server's mark does not cover yet. */
class Device {
  readonly id = randomUUID()
  readonly log: Answer[] = []
  acknowledged = 0
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async run(syncs: Sync[]): Promise<Stats[]> {
    const seen: Stats[] = []
    for (const { answers, losesReply, pauseMs } of syncs) {
      this.log.push(...answers)
      await sleep(pauseMs)
      seen.push(await this.sync(losesReply))
    }
    return seen
  }

  /**
   * Reads with GET, merges, writes with PUT, and repeats these steps if another write came first. Returns the
   * statistics that the successful cycle read.
   */
  async sync(losesReply = false): Promise<Stats> {
    for (;;) {
      const { stats, condition } = await this.read()
      const merged = this.merge(stats)
      const answer = await this.#send('PUT', condition, { id: 'ana', ...merged })
      if (answer.status === 412) continue
      expect([200, 201]).toContain(answer.status)
      if (!losesReply) this.acknowledged = Math.max(this.acknowledged, merged.marks[this.id] ?? 0)
      return stats
    }
  }

  async read(): Promise<{ stats: Stats; condition: Record<string, string> }> {
    const answer = await this.#send('GET')
    if (answer.status === 404) return { stats: { questionsStats: {}, marks: {} }, condition: { 'If-None-Match': '*' } }
    expect(answer.status).toBe(200)
    const { questionsStats, marks } = (await answer.json()) as Stats
    return { stats: { questionsStats, marks }, condition: { 'If-Match': answer.headers.get('ETag') ?? '' } }
  }

  merge({ questionsStats, marks }: Stats): Stats {
    const unsent = this.log.slice(marks[this.id] ?? 0)
    return { questionsStats: count(questionsStats, unsent), marks: { ...marks, [this.id]: this.log.length } }
  }

  #send(method: string, headers: Record<string, string> = {}, body?: unknown): Promise<Response> {
    return fetch(`${this.#url}/stats`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

function count(start: Stats['questionsStats'], answers: Answer[]): Stats['questionsStats'] {
  const counts = structuredClone(start)
  for (const { questionId, isCorrect } of answers) {
    const { tries, correct } = counts[questionId] ?? { tries: 0, correct: 0 }
    counts[questionId] = { tries: tries + 1, correct: correct + Number(isCorrect) }
  }
  return counts
}

/** Returns the counts of all answers that the devices' logs contain up to the marks. */
function expectedCounts(devices: Device[], marks: Stats['marks']): Stats['questionsStats'] {
  return count(
    {},
    devices.flatMap(({ id, log }) => log.slice(0, marks[id] ?? 0)),
  )
}

/** Runs devices against two servers that share one database. */
async function checkDevices(stores: [QuizStore, QuizStore], plan: Sync[][]): Promise<void> {
  const servers = await Promise.all(
    stores.map((store) => listen(createTestApi(pool, { store, writesPerMinute: 100_000 }).fetch)),
  )
  try {
    const devices = plan.map((_, index) => new Device(servers[index % servers.length]?.url ?? ''))
    const seen = await Promise.all(devices.map((device, index) => device.run(plan[index] ?? [])))
    const [watcher] = devices
    const { stats } = (await watcher?.read()) ?? {}

    for (const read of [...seen.flat(), stats]) {
      expect(read?.questionsStats).toEqual(expectedCounts(devices, read?.marks ?? {}))
    }
    for (const { id, acknowledged } of devices) {
      expect(stats?.marks[id] ?? 0).toBeGreaterThanOrEqual(acknowledged)
    }
    for (const device of devices) await device.sync()
    expect((await watcher?.read())?.stats.questionsStats).toEqual(
      count(
        {},
        devices.flatMap(({ log }) => log),
      ),
    )
  } finally {
    await Promise.all([...servers.map((server) => server.stop()), ...stores.map((store) => store.close())])
  }
}

test(
  'with SQLite, concurrent syncs from multiple devices never lose an answer or count an answer twice',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quiz-devices-'))
    await fc.assert(
      fc.asyncProperty(devicesArbitrary, async (plan) => {
        const file = join(folder, `${randomUUID()}.sqlite`)
        await checkDevices([openSqliteStore(file), openSqliteStore(file)], plan)
      }),
      { numRuns: 2 * RUNS },
    )
    rmSync(folder, { recursive: true })
  },
)

test(
  'with DynamoDB, concurrent syncs from multiple devices never lose an answer or count an answer twice',
  { timeout: 600_000 },
  async () => {
    const dynamoDb = await startDynamoDb()
    const open = (table: string) =>
      openDynamoDbStore({ table, client: dynamoDb.createClient(), createMissingTable: true })
    await fc.assert(
      fc.asyncProperty(devicesArbitrary, async (plan) => {
        const table = randomUUID()
        await checkDevices([await open(table), await open(table)], plan)
      }),
      { numRuns: RUNS },
    )
    await dynamoDb.stop()
  },
)
