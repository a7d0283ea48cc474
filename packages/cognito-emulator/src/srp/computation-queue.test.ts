import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createComputationQueue } from './computation-queue.ts'

test('the event loop handles other work between two computations', async () => {
  const compute = createComputationQueue()
  const order: string[] = []
  const first = compute(() => order.push('first'))
  const second = compute(() => order.push('second'))
  await first
  order.push('in between')
  await second
  expect(order).toEqual(['first', 'in between', 'second'])
})

test('several computations run in one event-loop iteration if iterations are slow', async () => {
  const compute = createComputationQueue()
  let iterations = 0
  const work = Promise.all(Array.from({ length: 30 }, () => compute(() => iterations)))
  for (; iterations < 5; iterations += 1) {
    const untilMs = performance.now() + 60
    while (performance.now() < untilMs);
    await nextIteration()
  }
  expect(Math.max(...(await work))).toBeLessThan(5)
})

test('the queue rejects a computation while 500 others are waiting, and accepts a computation when fewer are waiting', async () => {
  const compute = createComputationQueue()
  const waiting = Array.from({ length: 500 }, (_none, index) => compute(() => index))
  await expect(compute(() => 'too late')).rejects.toMatchObject({ code: 'TooManyRequestsException', status: 429 })
  await waiting[0]
  await expect(compute(() => 'in time')).resolves.toBe('in time')
  expect(await Promise.all(waiting)).toHaveLength(500)
})

test('a failing computation does not block the next computation', async () => {
  const compute = createComputationQueue()
  const failing = compute(() => {
    throw new Error('no')
  })
  const next = compute(() => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  await nextIteration()
})
