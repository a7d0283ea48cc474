import { expect, test } from 'vitest'

import { ownValue } from './own-value.ts'

test('a name of the prototype is not found', () => {
  expect(ownValue<unknown>({}, 'constructor')).toBeUndefined()
  expect(ownValue<unknown>({ constructor: 1 }, 'constructor')).toBe(1)
})

test('a record without a prototype is read too', () => {
  expect(ownValue(Object.assign(Object.create(null) as Record<string, number>, { a: 1 }), 'a')).toBe(1)
})
