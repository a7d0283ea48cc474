import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newAnswer } from '../../test/new-answer.ts'
import { keepBusy } from '../../test/busy-database.ts'
import { passTime } from '../../test/slow-database.ts'
import { createAnswerLog } from './answer-log.ts'
import { openQuizDatabase } from '../storage/database.ts'
import { createDeviceStorage } from '../storage/device-storage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Opens a page whose database opens only when the test allows it. */
function openSlowPage(name: string = crypto.randomUUID()) {
  const gate = Promise.withResolvers<void>()
  const events: string[] = []
  const failures: string[] = []
  const storage = createDeviceStorage({
    name,
    open: async (...values) => {
      await gate.promise
      return openQuizDatabase(...values)
    },
    logFailure: (what) => void failures.push(what),
  })
  storage.follow((event) => events.push(event))
  const log = createAnswerLog(storage)
  return { name, gate, storage, log, events, failures }
}

async function answersIn(name: string): Promise<string[]> {
  const log = createAnswerLog(createDeviceStorage({ name }))
  await log.read('ana')
  return log.known('ana').pending.map(({ questionId }) => questionId)
}

test('a database that opens after more than four seconds replaces the log in memory and receives the answers of this log', async () => {
  const { name, gate, storage, log, events, failures } = openSlowPage()
  const first = log.append('ana', newAnswer('a'))
  await passTime(4500)
  await first
  expect(storage.problem()).toBe('refused')
  expect(failures).toHaveLength(1)

  gate.resolve()
  await vi.waitFor(() => expect(events).toEqual(['problem', 'adopted']))
  expect(storage.problem()).toBeNull()
  await log.append('ana', newAnswer('b'))
  expect(log.known('ana').pending.map(({ questionId }) => questionId)).toEqual(['a', 'b'])
  expect(await answersIn(name)).toEqual(['a', 'b'])
})

test('the answers in memory are merged with those already in the database', async () => {
  const name = crypto.randomUUID()
  await createAnswerLog(createDeviceStorage({ name })).append('ana', newAnswer('earlier'))
  const { gate, log } = openSlowPage(name)
  const first = log.append('ana', newAnswer('a'))
  await passTime(4500)
  await first
  gate.resolve()
  await vi.waitFor(async () => expect((await answersIn(name)).sort()).toEqual(['a', 'earlier']))
})

test.each([
  { does: 'writes to', mode: 'readwrite' as const },
  { does: 'reads', mode: 'readonly' as const }, // other pages can read the database meanwhile, but not write to it
])(
  'a database that another page $does for over four seconds is used again only after that page releases it',
  async ({ mode }) => {
    const { name, gate, storage, log, events } = openSlowPage()
    gate.resolve()
    await log.append('ana', newAnswer('a'))
    const release = await keepBusy(name, mode)
    const second = log.append('ana', newAnswer('b'))
    await passTime(5000)
    await second
    expect(storage.problem()).toBe('refused')
    expect(events).toEqual(['problem'])

    release()
    await vi.waitFor(() => expect(events).toEqual(['problem', 'adopted']))
    expect(storage.problem()).toBeNull()
    await vi.waitFor(async () => expect((await answersIn(name)).sort()).toEqual(['a', 'b']))
  },
)

test('the page continues in memory if the late database fails to open', async () => {
  const { gate, storage, log, failures } = openSlowPage()
  const first = log.append('ana', newAnswer('a'))
  await passTime(4500)
  await first
  gate.reject(new DOMException('Storage is off.', 'SecurityError'))
  await vi.waitFor(() => expect(failures).toHaveLength(2))
  expect(storage.problem()).toBe('refused')
  expect(await storage.database()).toBeNull()
})
