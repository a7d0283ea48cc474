import { afterAll, expect, test } from 'vitest'

import { startThreads, ThreadEndedError, ThreadsBusyError } from '../threads/threads.ts'
import { startBodyThreads } from './body-threads.ts'

const bodies = startBodyThreads()

afterAll(() => bodies.close())

const bytes = (text: string) => new TextEncoder().encode(text)

test('a body is checked as it is elsewhere, and the event loop goes on meanwhile', async () => {
  const tallies = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`q${n}`, { tries: 1, correct: 1 }]))
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const checked = await bodies.check(bytes(JSON.stringify({ id: 'ana', questionsStats: tallies })))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
  expect(checked).toMatchObject({ good: { id: 'ana', marks: null, isEmpty: false } })
  const json = 'good' in checked ? new TextDecoder().decode(checked.good.questionsStatsJson) : ''
  expect(json).toBe(JSON.stringify(tallies))
  expect(await bodies.check(bytes('{"id":'))).toMatchObject({ problem: { code: 'invalid-json' } })
})

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const ECHO = program(`
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (job) => {
    if (job === 'hang') for (;;);
    if (job === 'grow') { const all = []; for (;;) all.push({ all }) }
    if (job === 'end') process.exit(0)
    parentPort.postMessage(job === 'fail' ? { failure: { name: 'TypeError', message: 'no' } } : { result: job })
  })
`)

test('a job that takes too long, too much memory, or its thread along, fails alone', async () => {
  const threads = startThreads<string, string>({ program: ECHO, count: 1, maxJobMs: 1_000, maxHeapMb: 20 })
  const jobs = ['hang', 'a', 'grow', 'b', 'end', 'c', 'fail', 'd'].map((job) => threads.run(job))
  const outcomes = await Promise.allSettled(jobs)
  const told = outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).name,
  )
  expect(told).toEqual(['ThreadEndedError', 'a', 'ThreadEndedError', 'b', 'ThreadEndedError', 'c', 'TypeError', 'd'])
  expect(outcomes[0]).toMatchObject({ reason: expect.any(ThreadEndedError) })
  await threads.close()
})

test('more jobs than may wait are refused at once, and the others are done in their order', async () => {
  const threads = startThreads<string, string>({ program: ECHO, count: 1, maxWaiting: 2 })
  const done: string[] = []
  const jobs = ['a', 'b', 'c'].map((job) => threads.run(job).then((result) => done.push(result)))
  expect(threads.state()).toEqual({ running: 1, waiting: 2 })
  await expect(threads.run('d')).rejects.toThrow(ThreadsBusyError)
  await threads.close()
  await Promise.all(jobs)
  expect(done).toEqual(['a', 'b', 'c'])
  expect(threads.state()).toEqual({ running: 0, waiting: 0 })
})
