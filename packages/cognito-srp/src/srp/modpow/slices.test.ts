import { afterEach, expect, test, vi } from 'vitest'

import { runInSlices, type Steps } from './slices.ts'

afterEach(() => vi.unstubAllGlobals())

/** Steps of 3 ms each on a clock of their own. */
function timedSteps(count: number): { steps: Steps<string>; now: () => number } {
  let nowMs = 1000
  function* run(): Steps<string> {
    for (let step = 0; step < count; step += 1) {
      nowMs += 3
      yield
    }
    return 'result'
  }
  return { steps: run(), now: () => nowMs }
}

test('every slice starts in a task of its own and ends with the step that passes 8 ms', async () => {
  const { steps, now } = timedSteps(10)
  const pausedAtMs: number[] = []
  const yieldToHost = async () => void pausedAtMs.push(now() - 1000)
  expect(await runInSlices(steps, { now, yieldToHost })).toBe('result')
  expect(pausedAtMs).toEqual([0, 9, 18, 27])
})

test('a short computation pauses only before it starts', async () => {
  const { steps, now } = timedSteps(2)
  const yieldToHost = vi.fn<() => Promise<void>>()
  expect(await runInSlices(steps, { now, yieldToHost })).toBe('result')
  expect(yieldToHost).toHaveBeenCalledTimes(1)
})

test('an error in a step reaches the caller', async () => {
  function* failing(): Steps<never> {
    yield
    throw new RangeError('step')
  }
  await expect(runInSlices(failing())).rejects.toThrow(new RangeError('step'))
})

test.each([
  ['scheduler.yield', {}],
  ['a MessageChannel', { scheduler: undefined }],
  ['a scheduler without yield', { scheduler: {} }],
  ['a timer', { scheduler: undefined, MessageChannel: undefined }],
])('other work gets its turn in every pause: %s', async (name, globals) => {
  const schedulerYield = vi.fn<() => Promise<void>>(() => new Promise((resolve) => setImmediate(resolve)))
  if (name === 'scheduler.yield') vi.stubGlobal('scheduler', { yield: schedulerYield })
  for (const [global, value] of Object.entries(globals)) vi.stubGlobal(global, value)
  let turns = 0
  const otherWork = setInterval(() => (turns += 1), 1)
  const { steps, now } = timedSteps(3 * 200)
  await runInSlices(steps, { now })
  clearInterval(otherWork)
  expect(turns).toBeGreaterThan(0)
  expect(schedulerYield.mock.calls.length).toBe(name === 'scheduler.yield' ? 201 : 0)
})
