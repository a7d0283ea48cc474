import type { GeneratorValue } from 'fast-check'
import { expect, test } from 'vitest'

import { mutate, Random } from './fuzz-inputs.ts'

test('a member that is renamed to __proto__ becomes an own property, as in parsed JSON', () => {
  const values = Object.values({ extraMutations: 0, slot: 1, kind: 5, lowerCase: 1, newName: '__proto__' })
  const random = new Random((() => values.shift()) as unknown as GeneratorValue)
  const mutated = mutate(random, { item: { size: 1 } })
  expect(JSON.stringify(mutated)).toBe('{"__proto__":{"size":1}}')
})
