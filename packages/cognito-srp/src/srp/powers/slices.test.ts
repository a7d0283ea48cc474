import { afterEach, expect, test, vi } from 'vitest'

import { runInSlices, type Steps } from './slices.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Creates steps that take 3 ms each by default, and a clock that only the steps advance. */
function timedSteps(count: number, stepMs = 3): { steps: Steps<string>; now: () => number } {
  let nowMs = 1000
  function* run(): Steps<string> {
    for (let step = 0; step < count; step += 1) {
      nowMs += stepMs
      yield
    }
    return 'result'
  }
  return { steps: run(), now: () => nowMs }
}

test('every slice starts after a pause and ends with the first step that exceeds 8 ms', async () => {
  const { steps, now } = timedSteps(10)
  const pausedAtMs: number[] = []
  const yieldToHost = async () => void pausedAtMs.push(now() - 1000)
  expect(await runInSlices(steps, yieldToHost, now)).toBe('result')
  expect(pausedAtMs).toEqual([0, 9, 18, 27])
})

test('a slice ends when exactly 8 ms have passed', async () => {
  const { steps, now } = timedSteps(5, 4)
  const pausedAtMs: number[] = []
  await runInSlices(steps, async () => void pausedAtMs.push(now() - 1000), now)
  expect(pausedAtMs).toEqual([0, 8, 16])
})

test('slices use the runtime’s clock by default', async () => {
  const { steps, now } = timedSteps(10)
  vi.stubGlobal('performance', { now })
  const yieldToHost = vi.fn<() => Promise<void>>()
  await runInSlices(steps, yieldToHost)
  expect(yieldToHost).toHaveBeenCalledTimes(4)
})

test('a short computation pauses only before it starts', async () => {
  const { steps, now } = timedSteps(2)
  const yieldToHost = vi.fn<() => Promise<void>>()
  expect(await runInSlices(steps, yieldToHost, now)).toBe('result')
  expect(yieldToHost).toHaveBeenCalledTimes(1)
})

test('an error in a step reaches the caller', async () => {
  function* failing(): Steps<never> {
    yield
    throw new RangeError('step')
  }
  await expect(runInSlices(failing())).rejects.toThrow(new RangeError('step'))
})

/** Runs a computation of three slices. Returns how the computation paused, and whether other work could run. */
async function pauseThreeTimes() {
  const setTimeout = vi.spyOn(globalThis, 'setTimeout')
  const startPort = vi.spyOn(MessagePort.prototype, 'start')
  const closePort = vi.spyOn(MessagePort.prototype, 'close')
  let otherWork = false
  setImmediate(() => (otherWork = true))
  const { steps, now } = timedSteps(7)
  expect(await runInSlices(steps, undefined, now)).toBe('result')
  const [timers, started, closed] = [setTimeout, startPort, closePort].map((method) => method.mock.calls.length)
  return { timers, ports: { started, closed }, otherWork }
}

test('a pause uses scheduler.yield if it exists', async () => {
  const schedulerYield = vi.fn<() => Promise<void>>(() => new Promise((resolve) => setImmediate(resolve)))
  vi.stubGlobal('scheduler', { yield: schedulerYield })
  expect(await pauseThreeTimes()).toEqual({ timers: 0, ports: { started: 0, closed: 0 }, otherWork: true })
  expect(schedulerYield).toHaveBeenCalledTimes(3)
})

test.each([
  ['without a scheduler', undefined],
  ['with a scheduler that cannot yield', {}],
])(
  'a pause %s uses a message on a port, and closes the port so that the process can exit',
  async (_case, scheduler) => {
    vi.stubGlobal('scheduler', scheduler)
    expect(await pauseThreeTimes()).toEqual({ timers: 0, ports: { started: 3, closed: 3 }, otherWork: true })
  },
)

function throwing(): never {
  throw new Error('not in this sandbox')
}

test.each([
  ['MessageChannel is missing', 'MessageChannel', undefined],
  ['a MessageChannel cannot be created', 'MessageChannel', throwing],
  ['the scheduler throws', 'scheduler', { yield: throwing }],
  ['the task was aborted', 'scheduler', { yield: () => Promise.reject(new DOMException('aborted', 'AbortError')) }],
])('a pause uses a timer if %s', async (_case, name, stub) => {
  vi.stubGlobal('scheduler', undefined)
  vi.stubGlobal(name, stub)
  expect(await pauseThreeTimes()).toEqual({ timers: 3, ports: { started: 0, closed: 0 }, otherWork: true })
})

test('slices use Date if there is no other clock', async () => {
  const { steps, now } = timedSteps(10)
  vi.stubGlobal('performance', undefined)
  const dates = vi.spyOn(Date, 'now').mockImplementation(now)
  const yieldToHost = vi.fn<() => Promise<void>>()
  await runInSlices(steps, yieldToHost)
  expect(yieldToHost).toHaveBeenCalledTimes(4)
  expect(dates).toHaveBeenCalled()
})
