import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import { openQuizDatabase } from '../storage/database.ts'
import type { StatsBase } from '../storage/database.ts'
import { createDatabaseLog } from './database-log.ts'
import type { LogStore, NewAnswer, Recorded } from './log-store.ts'
import { createMemoryLog } from './memory-log.ts'

const given = (questionId: string, runId = 's') =>
  newAnswer(questionId, { runId, selected: 1, correct: false, chosen: 'errada', atMs: 7 })

const base = (held: StatsBase['held'], tries = 0): StatsBase => ({
  document: { id: 'ana', questionsStats: tries === 0 ? {} : { q: { tries, correct: tries } } },
  held,
})

const openDatabaseLog = async () => createDatabaseLog(await openQuizDatabase(crypto.randomUUID()))
const stores: [string, () => Promise<LogStore>][] = [
  ['in IndexedDB', openDatabaseLog],
  ['in memory', async () => createMemoryLog('this-page')],
]

const appendOne = async (store: LogStore, userId: string, answer: NewAnswer) => {
  const { recorded, pending } = await store.append(userId, [answer], null)
  return { ...(recorded[0] as Recorded), pending }
}

const append = async (store: LogStore, userId: string, answer: NewAnswer) =>
  (await appendOne(store, userId, answer)).answer

test.each(stores)('a log %s assigns increasing keys and separates users', async (_where, open) => {
  const log = await open()
  const first = await append(log, 'ana', given('a'))
  await append(log, 'bia', given('b'))
  const third = await append(log, 'ana', given('c'))
  expect(third.key).toBeGreaterThan(first.key)
  expect(await log.read('ana')).toEqual({ base: null, pending: [first, third] })
  expect((await log.read('bia')).pending.map(({ questionId }) => questionId)).toEqual(['b'])
})

test.each(stores)(
  'a log %s returns the answers that the base does not contain, even if the base returns to an earlier state',
  async (_where, open) => {
    const log = await open()
    const { deviceId } = log
    const one = await append(log, 'ana', given('a'))
    const two = await append(log, 'ana', given('b'))
    const afterOne = base({ [deviceId]: one.key })
    expect(await log.updateBase('ana', () => afterOne)).toEqual({ base: afterOne, pending: [two] })
    expect((await log.updateBase('ana', () => base({ [deviceId]: two.key }))).pending).toEqual([])
    expect((await log.updateBase('ana', () => base({}))).pending).toEqual([one, two])
    expect(await log.readPending('ana', base({ [deviceId]: one.key }))).toEqual([two])
  },
)

test.each(stores)(
  'updateBase of a log %s calls the change function with the state before the change',
  async (_where, open) => {
    const log = await open()
    const one = await append(log, 'ana', given('a'))
    const seen: unknown[] = []
    const next = base({ [log.deviceId]: one.key })
    const remember = (local: unknown) => {
      seen.push(local)
      return next
    }
    await log.updateBase('ana', remember)
    await log.updateBase('ana', remember)
    expect(seen).toEqual([
      { base: null, pending: [one] },
      { base: next, pending: [] },
    ])
  },
)

test.each(stores)('a log %s returns the answers of one run', async (_where, open) => {
  const log = await open()
  await append(log, 'ana', given('a', 'yesterday'))
  const today = await append(log, 'ana', given('b', 'today'))
  await append(log, 'bia', given('c', 'today'))
  expect(await log.readRunAnswers('ana', 'today')).toEqual([today])
})

test.each(stores)('a log %s keeps only the first answer to each question in a run', async (_where, open) => {
  const log = await open()
  const first = await append(log, 'ana', given('a'))
  const second = await appendOne(log, 'ana', { ...given('a'), selected: 3 })
  expect(second).toEqual({ answer: first, isNew: false, pending: [first] })
  expect((await appendOne(log, 'bia', given('a'))).isNew).toBe(true)
  expect((await appendOne(log, 'ana', given('a', 'another'))).isNew).toBe(true)
})

test.each(stores)('a log %s imports another log only once', async (_where, open) => {
  const [lost, log] = [createMemoryLog('lost'), await open()]
  const one = await append(lost, 'ana', given('a'))
  const two = await append(lost, 'ana', given('b'))
  const inheritance = { base: base({ lost: one.key }, 4), answers: [one, two] }
  await log.inherit('ana', inheritance)
  await log.inherit('ana', inheritance)
  const own = await append(log, 'ana', given('c'))
  expect(await log.read('ana')).toEqual({ base: inheritance.base, pending: [two, own] })
  expect(await append(log, 'ana', given('b'))).toEqual(two)
  expect(await log.readRunAnswers('ana', 's')).toEqual([one, two, own])
  expect(await log.read('bia')).toEqual({ base: null, pending: [] })
})

test.each(stores)('a log %s erases only the data of the given user', async (_where, open) => {
  const log = await open()
  const hers = await append(log, 'bia', given('b'))
  await append(log, 'ana', given('a'))
  await log.inherit('ana', { base: base({}), answers: [{ ...hers, deviceId: 'lost', key: 9 }] })
  await log.erase('ana')
  expect(await log.readAll('ana')).toEqual({ base: null, answers: [], runs: [] })
  expect((await log.readAll('bia')).answers).toEqual([hers])
  expect((await append(log, 'ana', given('a'))).key).toBeGreaterThan(hers.key + 1)
})

test('two tabs of one browser write to the same log as the same device', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openQuizDatabase(name), await openQuizDatabase(name)].map(createDatabaseLog)
  expect(one?.deviceId).toBe(other?.deviceId)
  await Promise.all([one && append(one, 'ana', given('a')), other && append(other, 'ana', given('b'))])
  expect((await one?.read('ana'))?.pending).toHaveLength(2)
})

test('a new database has a new device id', async () => {
  expect((await openDatabaseLog()).deviceId).not.toBe((await openDatabaseLog()).deviceId)
})
