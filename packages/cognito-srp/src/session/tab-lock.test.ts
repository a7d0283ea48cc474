import { afterEach, expect, test, vi } from 'vitest'

import { platformLock } from './tab-lock.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('calls with the same lock name run one after the other if the platform has locks', async () => {
  const running: string[] = []
  const work = (name: string) => async () => {
    running.push(`${name} begins`)
    await Promise.resolve()
    running.push(`${name} ends`)
    return name
  }
  expect(await Promise.all(['one', 'two'].map((name) => platformLock('lock', work(name))))).toEqual(['one', 'two'])
  expect(running).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('platformLock rejects on a platform without locks', async () => {
  vi.stubGlobal('navigator', {})
  const work = vi.fn()
  await expect(platformLock('lock', work)).rejects.toThrow(TypeError)
  expect(work).not.toHaveBeenCalled()
})

test('a page waits for the writes of the tab that previously held the lock', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } })
  const work = vi.fn(async () => 'done')
  const result = platformLock('lock', work)
  await vi.advanceTimersByTimeAsync(49)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('done')
})
