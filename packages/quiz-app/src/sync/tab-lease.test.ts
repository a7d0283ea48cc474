import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { underLease } from './tab-lease.ts'

let kept: Map<string, string>

beforeEach(() => {
  vi.useFakeTimers()
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Work that lasts, noting when it runs. */
function createWork(durationMs: number) {
  const state = { running: 0, most: 0, done: 0 }
  const work = async () => {
    state.running += 1
    state.most = Math.max(state.most, state.running)
    await new Promise((resolve) => setTimeout(resolve, durationMs))
    state.running -= 1
    state.done += 1
  }
  return { state, work }
}

test('three tabs that begin at the same moment work one after the other, also when that takes long', async () => {
  const { state, work } = createWork(20_000)
  const all = Promise.all([underLease('ana', work), underLease('ana', work), underLease('ana', work)])
  await vi.advanceTimersByTimeAsync(70_000)
  await all
  expect(state).toEqual({ running: 0, most: 1, done: 3 })
  expect(kept.size).toBe(0)
})

test('work that fails gives the lease back', async () => {
  const failing = underLease('ana', () => Promise.reject(new Error('lost')))
  const failed = expect(failing).rejects.toThrow('lost')
  await vi.advanceTimersByTimeAsync(100)
  await failed
  const { state, work } = createWork(10)
  const next = underLease('ana', work)
  await vi.advanceTimersByTimeAsync(100)
  await next
  expect(state.done).toBe(1)
})

test.each([
  ['of a tab that is gone', 5000],
  ['of a clock that was set back', 86_400_000],
])('a lease %s blocks nobody for longer than five seconds', async (_whose, aheadMs) => {
  kept.set('ana', JSON.stringify({ owner: 'gone', untilMs: Date.now() + aheadMs }))
  const { state, work } = createWork(10)
  const waited = underLease('ana', work)
  await vi.advanceTimersByTimeAsync(5500)
  await waited
  expect(state.done).toBe(1)
})

test('what is no lease blocks nobody', async () => {
  kept.set('ana', '{"owner":')
  const { state, work } = createWork(10)
  const waited = underLease('ana', work)
  await vi.advanceTimersByTimeAsync(100)
  await waited
  expect(state.done).toBe(1)
})
