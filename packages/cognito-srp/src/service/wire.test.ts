import { expect, test } from 'vitest'

import { parseObject } from './wire.ts'

test('members that are null are absent, at any depth', () => {
  expect(parseObject('{"a":null,"b":{"c":null,"d":[null,1,[null]]},"e":"null"}')).toStrictEqual({
    b: { d: [1, []] },
    e: 'null',
  })
})

test.each([
  ['an empty body', ''],
  ['null', 'null'],
  ['a list', '[{}]'],
  ['a text', '"{}"'],
  ['a number', '7'],
  ['a page', '<html>'],
  ['a megabyte of brackets', '['.repeat(990_000)],
  ['JSON that is cut off', '{"a":'],
  ['lists in lists without an end', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('%s is no object', (_case, text) => {
  expect(parseObject(text)).toBeUndefined()
})

test('a member by the name of the prototype is one like any other', () => {
  const object = parseObject('{"__proto__":{"isAdmin":true},"constructor":null}')
  expect(Object.keys(object ?? {})).toEqual(['__proto__'])
  expect(object?.['isAdmin']).toBeUndefined()
})
