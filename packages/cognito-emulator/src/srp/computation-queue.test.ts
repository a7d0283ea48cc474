import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createTurnQueue } from './turn-queue.ts'

test('computations take turns, in which everything else is served', async () => {
  const compute = createTurnQueue()
  const order: string[] = []
  const first = compute(() => order.push('first'))
  const second = compute(() => order.push('second'))
  await first
  order.push('in between')
  await second
  expect(order).toEqual(['first', 'in between', 'second'])
})

test('where everything else takes long, several computations are done in a turn', async () => {
  const compute = createTurnQueue()
  let turns = 0
  const work = Promise.all(Array.from({ length: 30 }, () => compute(() => turns)))
  for (; turns < 5; turns += 1) {
    const untilMs = performance.now() + 60
    while (performance.now() < untilMs);
    await nextTurn()
  }
  expect(Math.max(...(await work))).toBeLessThan(5)
})

test('who finds 500 others waiting is refused at once, and served when they are fewer', async () => {
  const compute = createTurnQueue()
  const waiting = Array.from({ length: 500 }, (_none, index) => compute(() => index))
  await expect(compute(() => 'too late')).rejects.toMatchObject({ code: 'TooManyRequestsException', status: 429 })
  await waiting[0]
  await expect(compute(() => 'in time')).resolves.toBe('in time')
  expect(await Promise.all(waiting)).toHaveLength(500)
})

test('a computation that fails holds up no other', async () => {
  const compute = createTurnQueue()
  const failing = compute(() => {
    throw new Error('no')
  })
  const next = compute(() => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  await nextTurn()
})
