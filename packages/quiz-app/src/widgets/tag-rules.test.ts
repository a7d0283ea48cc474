import { expect, test } from 'vitest'

import { addTags, DEFAULT_TAG_RULES, splitEntries, tagKeys } from './tag-rules.ts'

test('by default the separator is a comma, tags are unique and their length is unlimited', () => {
  expect(DEFAULT_TAG_RULES).toEqual({ separator: ',', unique: true, maxLength: 0 })
})

test.each([
  ['revisar', [], 'revisar'],
  ['revisar,', ['revisar'], ''],
  ['revisar, prova, sex', ['revisar', ' prova'], ' sex'],
  ['', [], ''],
])('splitEntries returns all parts of "%s" except the last as entries', (text, entries, rest) => {
  expect(splitEntries(text, ',')).toEqual({ entries, rest })
})

test('a comma does not separate entries if another separator is set', () => {
  expect(splitEntries('a,b;c', ';')).toEqual({ entries: ['a,b'], rest: 'c' })
})

test('addTags trims entries and drops empty entries', () => {
  expect(addTags([], ['  prova de sexta ', '', '   '], DEFAULT_TAG_RULES)).toEqual(['prova de sexta'])
})

test('addTags moves a tag to the end if the tag is added again', () => {
  expect(addTags(['a', 'b', 'c'], ['a'], DEFAULT_TAG_RULES)).toEqual(['b', 'c', 'a'])
})

test('addTags keeps the last of several equal entries', () => {
  expect(addTags([], ['a', 'b', ' a'], DEFAULT_TAG_RULES)).toEqual(['b', 'a'])
})

test('addTags keeps duplicate tags if tags need not be unique', () => {
  expect(addTags(['a'], ['a', 'b'], { ...DEFAULT_TAG_RULES, unique: false })).toEqual(['a', 'a', 'b'])
})

test('addTags trims and truncates an entry before it removes duplicates', () => {
  expect(addTags(['física', 'prova'], ['  físicas'], { ...DEFAULT_TAG_RULES, maxLength: 6 })).toEqual([
    'prova',
    'física',
  ])
})

test('a truncated tag has no trailing space', () => {
  expect(addTags([], ['prova de sexta'], { ...DEFAULT_TAG_RULES, maxLength: 6 })).toEqual(['prova'])
})

test('addTags does not split a surrogate pair when it truncates a tag', () => {
  expect(addTags([], ['📚📐'], { ...DEFAULT_TAG_RULES, maxLength: 1 })).toEqual(['📚'])
})

test('the maximum length 0 means that tags have no limit', () => {
  const long = 'x'.repeat(5000)
  expect(addTags([], [long], { ...DEFAULT_TAG_RULES, maxLength: 0 })).toEqual([long])
})

test('addTags does not modify the given list', () => {
  const tags = Object.freeze(['a', 'b'])
  addTags(tags, ['a'], DEFAULT_TAG_RULES)
  expect(tags).toEqual(['a', 'b'])
})

test('equal tags have different keys', () => {
  expect(new Set(tagKeys(['a', 'a', 'b', 'a'])).size).toBe(4)
})
