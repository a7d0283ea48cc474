import { expect, test } from 'vitest'

import { parseObject } from './wire.ts'

test('null values are omitted from objects and lists at any depth', () => {
  expect(parseObject('{"a":null,"b":{"c":null,"d":[null,1,[null]]},"e":"null"}')).toStrictEqual({
    b: { d: [1, []] },
    e: 'null',
  })
})

test.each([
  ['an empty body', ''],
  ['null', 'null'],
  ['a list', '[{}]'],
  ['a string', '"{}"'],
  ['a number', '7'],
  ['an HTML page', '<html>'],
  ['a megabyte of brackets', '['.repeat(990_000)],
  ['truncated JSON', '{"a":'],
  ['a deeply nested list', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('%s is not read as an object', (_case, text) => {
  expect(parseObject(text)).toBeUndefined()
})

test('a member named __proto__ is read as an own property', () => {
  const object = parseObject('{"__proto__":{"isAdmin":true},"constructor":null}')
  expect(Object.keys(object ?? {})).toEqual(['__proto__'])
  expect(object?.['isAdmin']).toBeUndefined()
})
