import { afterEach, expect, test, vi } from 'vitest'

import { forEachInSlices } from './in-slices.ts'

afterEach(() => vi.unstubAllGlobals())

test('every slice starts in a task of its own and ends with the item that passes 8 ms', async () => {
  let nowMs = 0
  const done: string[] = []
  const work = (item: string, index: number) => {
    nowMs += 3
    done.push(`${item}${index}`)
  }
  const yieldToPage = async () => void done.push('pause')
  await forEachInSlices(['a', 'b', 'c', 'd'], work, { now: () => nowMs, yieldToPage })
  expect(done).toEqual(['pause', 'a0', 'b1', 'c2', 'pause', 'd3'])
})

test.each(['scheduler.yield', 'a message'])('other work gets its turn in every pause: %s', async (way) => {
  const schedulerYield = () => new Promise((resolve) => setImmediate(resolve))
  vi.stubGlobal('scheduler', way === 'a message' ? undefined : { yield: schedulerYield })
  let nowMs = 0
  let turns = 0
  const otherWork = setInterval(() => (turns += 1), 1)
  await forEachInSlices(Array.from({ length: 500 }), () => (nowMs += 9), { now: () => nowMs })
  clearInterval(otherWork)
  expect(turns).toBeGreaterThan(0)
})
