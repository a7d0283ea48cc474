import { expect, test } from 'vitest'

import { createBoundedMap } from './bounded-map.ts'

test('beyond its number of entries the oldest go, and one that is put in again is the newest', () => {
  const map = createBoundedMap<number>({ entries: 2 })
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2])
})

test('beyond its bytes the oldest go, and what is replaced or deleted no longer counts', () => {
  const map = createBoundedMap<string>({ entries: 100, bytes: 10, sizeOf: (_key, { length }) => length })
  map.set('a', 'xxxx')
  map.set('b', 'xxxx')
  map.set('b', 'xx')
  map.delete('a')
  map.set('c', 'xxxxxxxx')
  expect([map.get('b'), map.get('c')]).toEqual(['xx', 'xxxxxxxx'])
  map.set('d', 'x')
  expect([map.get('b'), map.get('c'), map.get('d')]).toEqual([undefined, 'xxxxxxxx', 'x'])
})

test('what is over goes first, as far as it is the oldest', () => {
  const over = new Set<string>()
  const map = createBoundedMap<string>({ entries: 100, isOver: (value) => over.has(value) })
  for (const key of ['a', 'b', 'c']) map.set(key, key)
  over.add('a').add('c')
  map.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 'b', 'c', 'd'])
})

test('an entry that is larger than all bounds is not kept', () => {
  const map = createBoundedMap<string>({ entries: 100, bytes: 10, sizeOf: (_key, { length }) => length })
  map.set('a', 'x'.repeat(11))
  expect(map.size).toBe(0)
})
