import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { expect, test, vi } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import { openQuizDatabase } from '../storage/database.ts'
import type { StatsBase } from '../storage/database.ts'
import { createDeviceStorage } from '../storage/device-storage.ts'
import { createAnswerLog } from './answer-log.ts'
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

test.each(stores)('a log %s gives growing keys and keeps users apart', async (_where, open) => {
  const log = await open()
  const first = await append(log, 'ana', given('a'))
  await append(log, 'bia', given('b'))
  const third = await append(log, 'ana', given('c'))
  expect(third.key).toBeGreaterThan(first.key)
  expect(await log.read('ana')).toEqual({ base: null, pending: [first, third] })
  expect((await log.read('bia')).pending.map(({ questionId }) => questionId)).toEqual(['b'])
})

test.each(stores)('a log %s shows what the base lacks, also when the base moves back', async (_where, open) => {
  const log = await open()
  const { deviceId } = log
  const one = await append(log, 'ana', given('a'))
  const two = await append(log, 'ana', given('b'))
  const afterOne = base({ [deviceId]: one.key })
  expect(await log.updateBase('ana', () => afterOne)).toEqual({ base: afterOne, pending: [two] })
  expect((await log.updateBase('ana', () => base({ [deviceId]: two.key }))).pending).toEqual([])
  expect((await log.updateBase('ana', () => base({}))).pending).toEqual([one, two])
  expect(await log.readPending('ana', base({ [deviceId]: one.key }))).toEqual([two])
})

test.each(stores)('a log %s gives the change what was known before it', async (_where, open) => {
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
})

test.each(stores)('a log %s finds the answers of one run', async (_where, open) => {
  const log = await open()
  await append(log, 'ana', given('a', 'yesterday'))
  const today = await append(log, 'ana', given('b', 'today'))
  await append(log, 'bia', given('c', 'today'))
  expect(await log.readRunAnswers('ana', 'today')).toEqual([today])
})

test.each(stores)('in a log %s the first answer to a question of a run is the one', async (_where, open) => {
  const log = await open()
  const first = await append(log, 'ana', given('a'))
  const second = await appendOne(log, 'ana', { ...given('a'), selected: 3 })
  expect(second).toEqual({ answer: first, isNew: false, pending: [first] })
  expect((await appendOne(log, 'bia', given('a'))).isNew).toBe(true)
  expect((await appendOne(log, 'ana', given('a', 'another'))).isNew).toBe(true)
})

test.each(stores)('a log %s takes over another log, once however often it is told', async (_where, open) => {
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

test.each(stores)('a log %s erases one user and no other', async (_where, open) => {
  const log = await open()
  const hers = await append(log, 'bia', given('b'))
  await append(log, 'ana', given('a'))
  await log.inherit('ana', { base: base({}), answers: [{ ...hers, deviceId: 'lost', key: 9 }] })
  await log.erase('ana')
  expect(await log.readAll('ana')).toEqual({ base: null, answers: [], runs: [] })
  expect((await log.readAll('bia')).answers).toEqual([hers])
  expect((await append(log, 'ana', given('a'))).key).toBeGreaterThan(hers.key + 1)
})

test('two tabs of one browser write into the same log, as the same device', async () => {
  const name = crypto.randomUUID()
  const [one, other] = [await openQuizDatabase(name), await openQuizDatabase(name)].map(createDatabaseLog)
  expect(one?.deviceId).toBe(other?.deviceId)
  await Promise.all([one && append(one, 'ana', given('a')), other && append(other, 'ana', given('b'))])
  expect((await one?.read('ana'))?.pending).toHaveLength(2)
})

test('a new database is a new device', async () => {
  expect((await openDatabaseLog()).deviceId).not.toBe((await openDatabaseLog()).deviceId)
})

/** The log of a page, as the app opens it, with the storage under it. */
function openPage(name: string = crypto.randomUUID()) {
  const failures: string[] = []
  const storage = createDeviceStorage({ name, logFailure: (what) => void failures.push(what) })
  return { name, storage, log: createAnswerLog(storage), failures }
}

const pendingOf = ({ log }: ReturnType<typeof openPage>) =>
  log
    .known('ana')
    .pending.map(({ questionId }) => questionId)
    .sort()

test('a database that is deleted under its pages is made again with what each of them knows', async () => {
  const one = openPage()
  const other = openPage(one.name)
  await one.log.append('ana', given('a'))
  await one.log.updateBase('ana', ({ pending }) => base({ [pending[0]?.deviceId ?? '']: pending[0]?.key ?? 0 }, 1))
  await one.log.append('ana', given('b'))
  await other.log.append('ana', given('c'))
  await deleteDB(one.name)
  await other.log.append('ana', given('d'))
  await one.log.append('ana', given('e'))
  for (const page of [one, other, openPage(one.name)]) {
    await vi.waitFor(async () => {
      await page.log.read('ana')
      expect(pendingOf(page)).toEqual(['b', 'c', 'd', 'e'])
      expect(page.log.known('ana').base).toEqual(base(page.log.known('ana').base?.held ?? {}, 1))
    })
  }
  expect(one.failures).toEqual([])
})

test('an answer given before and while the database is deleted is there once', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const deleted = deleteDB(page.name)
  await Promise.all([page.log.append('ana', given('b')), deleted, page.log.append('ana', given('c'))])
  await page.log.read('ana')
  expect(pendingOf(page)).toEqual(['a', 'b', 'c'])
  const later = openPage(page.name)
  await later.log.read('ana')
  expect(pendingOf(later)).toEqual(['a', 'b', 'c'])
})

test('a database that the browser closes is opened again, and stays the same log', async () => {
  const page = openPage()
  const first = (await page.log.append('ana', given('a'))).answer
  ;(await page.storage.database())?.close()
  const second = (await page.log.append('ana', given('b'))).answer
  expect(second.deviceId).toBe(first.deviceId)
  expect(pendingOf(page)).toEqual(['a', 'b'])
})

test('a newer version in another tab leaves the page its answers in memory', async () => {
  const page = openPage()
  const { answer: first } = await page.log.append('ana', given('a'))
  const newer = await openNewer(page.name)
  const { answer: second } = await page.log.append('ana', given('b'))
  expect(second.deviceId).not.toBe(first.deviceId)
  expect(pendingOf(page)).toEqual(['a', 'b'])
  expect(page.storage.problem()).toBe('outdated')
  expect(page.failures).toHaveLength(1)
  newer.close()
})

test('a full disk leaves the page its answers in memory', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
  await page.log.append('ana', given('b'))
  add.mockRestore()
  await page.log.append('ana', given('c'))
  expect(pendingOf(page)).toEqual(['a', 'b', 'c'])
  expect(page.storage.problem()).toBe('refused')
})

test('an exchange of a log that was lost changes nothing in the next one', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const ending = new AbortController()
  page.log.onLost(() => ending.abort(new Error('lost')))
  await deleteDB(page.name)
  await expect(page.log.updateBase('ana', () => base({}, 9), ending.signal)).rejects.toThrow('lost')
  expect(page.log.known('ana').base).toBeNull()
})

test('what another tab erases is not brought back when the database is lost later', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  page.log.forget('ana')
  await deleteDB(page.name)
  await page.log.read('ana')
  expect(pendingOf(page)).toEqual([])
})

test('a database of a newer app is not said to be erased', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const newer = await openNewer(page.name)
  await expect(page.log.erase('ana')).rejects.toThrow('newer app')
  newer.close()
})

test('what another tab erases is gone from a page that has no database, too', async () => {
  const storage = createDeviceStorage({
    name: 'refused',
    open: () => Promise.reject(new DOMException('Storage is off.', 'SecurityError')),
    logFailure: () => {},
  })
  const log = createAnswerLog(storage)
  await log.append('ana', given('a'))
  log.forget('ana')
  await log.read('ana')
  expect(log.known('ana')).toEqual({ base: null, pending: [] })
})

test('answers that are given at once share transactions, and are stored in their order', async () => {
  const page = openPage()
  await page.log.read('ana')
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const ids = Array.from({ length: 374 }, (_, place) => `q${place}`)
  const recorded = await Promise.all(ids.map((id) => page.log.append('ana', given(id))))
  expect(transactions.mock.calls.length).toBeLessThan(20)
  transactions.mockRestore()
  expect(recorded.map(({ answer }) => answer.questionId)).toEqual(ids)
  const later = openPage(page.name)
  await later.log.read('ana')
  expect(later.log.known('ana').pending).toEqual(recorded.map(({ answer }) => answer))
})

test('of answers that are given at once to one question the first is the one', async () => {
  const page = openPage()
  const [, first, second] = await Promise.all(
    [given('a'), given('b'), given('b')].map((each) => page.log.append('ana', each)),
  )
  expect([first?.isNew, second?.isNew]).toEqual([true, false])
  expect(second?.answer).toEqual(first?.answer)
})

test('answers that fail together leave nothing in the log', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const unstorable = Object.defineProperty(given('d'), 'chosen', {
    enumerable: true,
    get() {
      throw new TypeError('This value cannot be stored.')
    },
  })
  const answers = [given('b'), given('c'), unstorable]
  const results = await Promise.allSettled(answers.map((each) => page.log.append('ana', each)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  await page.log.read('ana')
  expect(pendingOf(page)).toEqual(['a', 'b'])
})

function openNewer(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1000)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
