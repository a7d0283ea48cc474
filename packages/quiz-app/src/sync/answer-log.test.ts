import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { expect, test, vi } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import { openQuizDatabase } from '../storage/database.ts'
import type { QuizDatabase, StatsBase } from '../storage/database.ts'
import { createDeviceStorage } from '../storage/device-storage.ts'
import { createAnswerLog } from './answer-log.ts'

const given = (questionId: string, runId = 's') =>
  newAnswer(questionId, { runId, selected: 1, correct: false, chosen: 'errada', atMs: 7 })

const base = (held: StatsBase['held'], tries = 0): StatsBase => ({
  document: { id: 'ana', questionsStats: tries === 0 ? {} : { q: { tries, correct: tries } } },
  held,
})

/** Opens the log of a page with its storage, as the app does. */
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

test('a database deleted while pages use it is recreated with the data of each page', async () => {
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

test('an answer given before or during the deletion of the database is stored once', async () => {
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

test('a database that the browser closes is reopened with the same log', async () => {
  const page = openPage()
  const first = (await page.log.append('ana', given('a'))).answer
  ;(await page.storage.database())?.close()
  const second = (await page.log.append('ana', given('b'))).answer
  expect(second.deviceId).toBe(first.deviceId)
  expect(pendingOf(page)).toEqual(['a', 'b'])
})

test('the page keeps its answers in memory when another tab opens a newer version of the database', async () => {
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

test('the page keeps its answers in memory when the disk is full', async () => {
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

test.each<[string, Partial<Parameters<typeof createDeviceStorage>[0]>]>([
  [
    'aborts each attempt to open the database',
    { open: () => Promise.reject(new DOMException('Broken off.', 'AbortError')) },
  ],
  ['closes each database before its first transaction', { open: openClosed }],
])('the page keeps its answers in memory if the browser %s', async (_what, options) => {
  const storage = createDeviceStorage({ name: crypto.randomUUID(), logFailure: () => {}, ...options })
  const log = createAnswerLog(storage)
  await log.append('ana', given('a'))
  expect(storage.problem()).toBe('refused')
  expect(log.known('ana').pending).toHaveLength(1)
})

async function openClosed(name: string): Promise<QuizDatabase> {
  const database = await openQuizDatabase(name)
  database.close()
  return database
}

test('an exchange with a deleted log does not change the new log', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const ending = new AbortController()
  page.log.onStoreChange(() => ending.abort(new Error('lost')))
  await deleteDB(page.name)
  await expect(page.log.updateBase('ana', () => base({}, 9), ending.signal)).rejects.toThrow('lost')
  expect(page.log.known('ana').base).toBeNull()
})

test('data that another tab erased are not restored if the database is deleted later', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  page.log.forget('ana')
  await deleteDB(page.name)
  await page.log.read('ana')
  expect(pendingOf(page)).toEqual([])
})

test('erasing a user’s data fails if a newer version of the app has upgraded the database', async () => {
  const page = openPage()
  await page.log.append('ana', given('a'))
  const newer = await openNewer(page.name)
  await expect(page.log.erase('ana')).rejects.toThrow('newer version of the app')
  newer.close()
})

test('data that another tab erases are also erased in a page without a database', async () => {
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

test('simultaneous answers share transactions and are stored in order', async () => {
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

test('only the first of several simultaneous answers to a question counts', async () => {
  const page = openPage()
  const [, first, second] = await Promise.all(
    [given('a'), given('b'), given('b')].map((each) => page.log.append('ana', each)),
  )
  expect([first?.isNew, second?.isNew]).toEqual([true, false])
  expect(second?.answer).toEqual(first?.answer)
})

test('if a transaction with several answers fails, the log contains none of these answers', async () => {
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
