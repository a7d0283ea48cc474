import { afterEach, expect, test, vi } from 'vitest'

import { defaultStorage } from './token-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('without a document, the default storage is memory and localStorage is not accessed', () => {
  const looked = vi.fn()
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: looked })
  const storage = defaultStorage()
  storage.setItem('key', 'value')
  expect(storage.getItem('key')).toBe('value')
  storage.removeItem('key')
  expect(storage.getItem('key')).toBeNull()
  expect(defaultStorage().getItem('key')).toBeNull()
  expect(storage.isShared).toBe(false)
  expect(looked).not.toHaveBeenCalled()
})

test('in a page, the default storage is localStorage itself', () => {
  const localStorage = { getItem: () => null }
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', localStorage)
  expect(defaultStorage()).toBe(localStorage)
})

test('in a page whose storage is blocked, the default storage is memory', () => {
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(defaultStorage().isShared).toBe(false)
})
