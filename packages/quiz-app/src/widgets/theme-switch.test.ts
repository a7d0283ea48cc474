import { expect, test } from 'vitest'

import { nextThemePreference, readThemePreference, storeThemePreference } from './theme-switch.tsx'

function memoryStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries))
  return {
    length: map.size,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => map.delete(key),
    setItem: (key, value) => map.set(key, value),
  }
}

function refusedStorage(): Storage {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('repeated presses go through the themes and back to the system’s theme', () => {
  const first = nextThemePreference('system')
  const second = nextThemePreference(first)
  expect([first, second, nextThemePreference(second)]).toEqual(['light', 'dark', 'system'])
})

test('readThemePreference returns the theme that an earlier visit stored', () => {
  const storage = memoryStorage()
  storeThemePreference('dark', () => storage)
  expect(storage.getItem('theme')).toBe('dark') // public/theme.js reads this item before the first paint
  expect(readThemePreference(() => storage)).toBe('dark')
})

test.each([{}, { theme: 'sepia' }])(
  'with the stored items %j, readThemePreference returns the system’s theme',
  (entries) => {
    expect(readThemePreference(() => memoryStorage(entries))).toBe('system')
  },
)

test('if the browser blocks storage, the page uses the system’s theme', () => {
  expect(readThemePreference(refusedStorage)).toBe('system')
  expect(() => storeThemePreference('dark', refusedStorage)).not.toThrow()
})
