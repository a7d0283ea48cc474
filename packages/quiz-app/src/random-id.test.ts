import { expect, test, vi } from 'vitest'

import { randomId } from './random-id.ts'

test('randomId returns a version 4 UUID', () => {
  expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test('randomId returns a different id each time', () => {
  expect(randomId()).not.toBe(randomId())
})

test('randomId works without crypto.randomUUID, which browsers omit on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(randomId()).toHaveLength(36)
  vi.unstubAllGlobals()
})
