import { expect, test } from 'vitest'

import { ownValue } from './own-value.ts'

test('ownValue ignores inherited properties', () => {
  expect(ownValue<unknown>({}, 'constructor')).toBeUndefined()
  expect(ownValue<unknown>({ constructor: 1 }, 'constructor')).toBe(1)
})

test('ownValue reads a record without a prototype', () => {
  expect(ownValue(Object.assign(Object.create(null) as Record<string, number>, { a: 1 }), 'a')).toBe(1)
})
