import { expect, test, vi } from 'vitest'

import { randomId } from './random-id.ts'

test('an id is a UUID of version 4', () => {
  expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('two ids differ', () => {
  expect(randomId()).not.toBe(randomId())
})

test('an id is made where crypto.randomUUID is missing, as on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(randomId()).toHaveLength(36)
  vi.unstubAllGlobals()
})
