import { afterEach, expect, test, vi } from 'vitest'

import { testServer } from '../../test/session-handlers.ts'
import { memoryStore } from './store.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

function storeAt(nowMs: number, maxEntries?: number) {
  const clock = { nowMs }
  return { clock, store: memoryStore({ now: () => clock.nowMs, maxEntries }) }
}

test('a value is stored for exactly ttlMs milliseconds', () => {
  const { store, clock } = storeAt(0)
  store.set('a', '1', { ttlMs: 1000 })
  clock.nowMs = 999
  expect(store.get('a')).toBe('1')
  clock.nowMs = 1000
  expect(store.get('a')).toBeUndefined()
  expect(store.get('constructor')).toBeUndefined()
})

test('a write beyond maxEntries removes the least recently written entry', () => {
  const { store } = storeAt(0, 2)
  store.set('a', '1', { ttlMs: 1e9 })
  store.set('b', '1', { ttlMs: 1000 })
  store.set('a', '2', { ttlMs: 1e9 })
  store.set('c', '1', { ttlMs: 1e9 })
  expect(['a', 'b', 'c'].map((key) => store.get(key))).toEqual(['2', undefined, '1'])
  store.set('d', '1', { ttlMs: 10 })
  expect(store.get('a')).toBeUndefined()
})

test('after a minute, a write removes expired entries before it removes the oldest entry', () => {
  const { store, clock } = storeAt(0, 2)
  store.set('c', '1', { ttlMs: 1e9 })
  store.set('d', '1', { ttlMs: 10 })
  clock.nowMs = 60_000
  store.set('e', '1', { ttlMs: 1000 })
  expect(['c', 'd', 'e'].map((key) => store.get(key))).toEqual(['1', undefined, '1'])
})

test('entries of one kind never displace entries of another kind', () => {
  const { store } = storeAt(0, 2)
  store.set('ended.a', '1', { ttlMs: 1e9 })
  for (let index = 0; index < 9; index += 1) store.set(`refreshed.${index}`, '1', { ttlMs: 1e9 })
  expect(['ended.a', 'refreshed.6', 'refreshed.7'].map((key) => store.get(key))).toEqual(['1', undefined, '1'])
})

test('by default, the store uses the platform’s clock', () => {
  const store = memoryStore()
  store.set('a', '1', { ttlMs: 60_000 })
  store.set('b', '1', { ttlMs: -1 })
  expect([store.get('a'), store.get('b')]).toEqual(['1', undefined])
})

test('in production, only the first read of a memory store in a process prints a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  await memoryStore().get('a')
  expect(warn).not.toHaveBeenCalled()
  vi.stubEnv('NODE_ENV', 'production')
  testServer({ store: { get: () => null, set: () => undefined } })
  testServer()
  expect(warn).not.toHaveBeenCalled()
  await memoryStore().get('a')
  await memoryStore().get('a')
  expect(warn.mock.calls).toEqual([[expect.stringContaining('pass a shared `store` to createSessionHandler')]])
})
