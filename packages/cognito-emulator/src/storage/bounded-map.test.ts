import { expect, test } from 'vitest'

import { createBoundedMap } from './bounded-map.ts'

test('a map with too many entries drops the oldest entry, and setting a key again makes its entry the newest', () => {
  const map = createBoundedMap<number>({ entries: 2 })
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2])
})

test('a map with too many bytes drops the oldest entries, and replaced or deleted entries do not count', () => {
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

test('a map drops expired entries only while they are the oldest entries', () => {
  const expired = new Set<string>()
  const map = createBoundedMap<string>({ entries: 100, isOver: (value) => expired.has(value) })
  for (const key of ['a', 'b', 'c']) map.set(key, key)
  expired.add('a').add('c')
  map.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([undefined, 'b', 'c', 'd'])
})

test('a map does not store an entry that is larger than the maximum size', () => {
  const map = createBoundedMap<string>({ entries: 100, bytes: 10, sizeOf: (_key, { length }) => length })
  map.set('a', 'x'.repeat(11))
  expect(map.size).toBe(0)
})
