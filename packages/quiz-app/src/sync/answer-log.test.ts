import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { openQuizDatabase } from '../storage/database.ts'
import type { StatsBase } from '../storage/database.ts'
import { createAnswerLog, createMemoryLog } from './answer-log.ts'
import type { AnswerLog, NewAnswer } from './answer-log.ts'

const given = (questionId: string, sessionId = 's'): NewAnswer => ({
  questionId,
  sessionId,
  selected: 1,
  correct: false,
  atMs: 7,
})

const base = (lastKey: number): StatsBase => ({ document: { id: 'ana', questionsStats: {} }, lastKey })

const openDatabaseLog = async () => createAnswerLog(await openQuizDatabase(crypto.randomUUID()))
const logs: [string, () => Promise<AnswerLog>][] = [
  ['in IndexedDB', openDatabaseLog],
  ['in memory', async () => createMemoryLog('this-page')],
]

test.each(logs)('a log %s gives growing keys and keeps users apart', async (_where, open) => {
  const log = await open()
  const first = await log.append('ana', given('a'))
  await log.append('bia', given('b'))
  const third = await log.append('ana', given('c'))
  expect(third.key).toBeGreaterThan(first.key)
  expect(await log.read('ana')).toEqual({ base: null, pending: [first, third] })
  expect((await log.read('bia')).pending.map(({ questionId }) => questionId)).toEqual(['b'])
})

test.each(logs)(
  'a log %s shows as pending what the base does not contain, also when the base moves back',
  async (_where, open) => {
    const log = await open()
    const one = await log.append('ana', given('a'))
    const two = await log.append('ana', given('b'))
    expect(await log.updateBase('ana', () => base(one.key))).toEqual({ base: base(one.key), pending: [two] })
    expect((await log.updateBase('ana', () => base(two.key))).pending).toEqual([])
    expect((await log.updateBase('ana', () => base(0))).pending).toEqual([one, two])
    expect(await log.readAfter('ana', one.key)).toEqual([two])
  },
)

test.each(logs)('a log %s gives the change what was known before it', async (_where, open) => {
  const log = await open()
  const one = await log.append('ana', given('a'))
  const seen: unknown[] = []
  const remember = (local: unknown) => {
    seen.push(local)
    return base(one.key)
  }
  await log.updateBase('ana', remember)
  await log.updateBase('ana', remember)
  expect(seen).toEqual([
    { base: null, pending: [one] },
    { base: base(one.key), pending: [] },
  ])
})

test.each(logs)('a log %s finds the answers of one quiz', async (_where, open) => {
  const log = await open()
  await log.append('ana', given('a', 'yesterday'))
  const today = await log.append('ana', given('b', 'today'))
  await log.append('bia', given('c', 'today'))
  expect(await log.readQuizAnswers('ana', 'today')).toEqual([today])
})

test('two tabs of one browser write into the same log, as the same device', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [createAnswerLog(await openQuizDatabase(name)), createAnswerLog(await openQuizDatabase(name))]
  expect(one.deviceId).toBe(other.deviceId)
  await Promise.all([one.append('ana', given('a')), other.append('ana', given('b'))])
  expect((await one.read('ana')).pending).toHaveLength(2)
})

test('a new database is a new device', async () => {
  expect((await openDatabaseLog()).deviceId).not.toBe((await openDatabaseLog()).deviceId)
})
