import { afterEach, expect, test, vi } from 'vitest'

import { platformFetch, platformLock } from './platform.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('work under one name runs one after the other where the platform has locks', async () => {
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

test('a platform without locks runs the work at once', async () => {
  vi.stubGlobal('navigator', {})
  expect(await platformLock('lock', async () => 'done')).toBe('done')
})

test('a page waits for the writes of the tab that held the lock before', async () => {
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

test('fetch is looked up at each call, so that what replaces it later is used', async () => {
  const replaced = vi.fn(async () => new Response('{}'))
  vi.stubGlobal('fetch', replaced)
  const request = { method: 'POST', headers: {}, body: '{}', signal: new AbortController().signal } as const
  await platformFetch('https://id.example/', request)
  expect(replaced).toHaveBeenCalledWith('https://id.example/', request)
})
