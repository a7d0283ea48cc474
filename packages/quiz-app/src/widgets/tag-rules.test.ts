import { expect, test } from 'vitest'

import { addTags, DEFAULT_TAG_RULES, splitEntries, tagKeys } from './tag-rules.ts'

test('the defaults are comma, unique and no limit', () => {
  expect(DEFAULT_TAG_RULES).toEqual({ separator: ',', unique: true, maxLength: 0 })
})

test.each([
  ['revisar', [], 'revisar'],
  ['revisar,', ['revisar'], ''],
  ['revisar, prova, sex', ['revisar', ' prova'], ' sex'],
  ['', [], ''],
])('all pieces of "%s" but the last are entries', (text, entries, rest) => {
  expect(splitEntries(text, ',')).toEqual({ entries, rest })
})

test('another separator leaves the comma alone', () => {
  expect(splitEntries('a,b;c', ';')).toEqual({ entries: ['a,b'], rest: 'c' })
})

test('entries are trimmed and empty ones are dropped', () => {
  expect(addTags([], ['  prova de sexta ', '', '   '], DEFAULT_TAG_RULES)).toEqual(['prova de sexta'])
})

test('a tag that is added again moves to the end', () => {
  expect(addTags(['a', 'b', 'c'], ['a'], DEFAULT_TAG_RULES)).toEqual(['b', 'c', 'a'])
})

test('duplicates within one paste are dropped, the last one stays', () => {
  expect(addTags([], ['a', 'b', ' a'], DEFAULT_TAG_RULES)).toEqual(['b', 'a'])
})

test('duplicates stay when tags need not be unique', () => {
  expect(addTags(['a'], ['a', 'b'], { ...DEFAULT_TAG_RULES, unique: false })).toEqual(['a', 'a', 'b'])
})

test('entries are clipped after trimming, and duplicates are found after clipping', () => {
  expect(addTags(['física', 'prova'], ['  físicas'], { ...DEFAULT_TAG_RULES, maxLength: 6 })).toEqual([
    'prova',
    'física',
  ])
})

test('clipping leaves no space at the end', () => {
  expect(addTags([], ['prova de sexta'], { ...DEFAULT_TAG_RULES, maxLength: 6 })).toEqual(['prova'])
})

test('clipping never cuts an emoji in half', () => {
  expect(addTags([], ['📚📐'], { ...DEFAULT_TAG_RULES, maxLength: 1 })).toEqual(['📚'])
})

test('a limit of 0 is no limit', () => {
  const long = 'x'.repeat(5000)
  expect(addTags([], [long], { ...DEFAULT_TAG_RULES, maxLength: 0 })).toEqual([long])
})

test('the list that was given is not changed', () => {
  const tags = Object.freeze(['a', 'b'])
  addTags(tags, ['a'], DEFAULT_TAG_RULES)
  expect(tags).toEqual(['a', 'b'])
})

test('equal tags have different keys', () => {
  expect(new Set(tagKeys(['a', 'a', 'b', 'a'])).size).toBe(4)
})
