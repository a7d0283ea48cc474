import { expect, test } from 'vitest'

import { findTyped, NOTHING_TYPED, TYPE_AHEAD_PAUSE_MS, typeLetter } from './type-ahead.ts'

const THEMES = ['Biologia', 'Física', 'Geografia', 'História do Brasil', 'História Geral', 'Química']

test('letters in quick succession make one word', () => {
  const one = typeLetter(NOTHING_TYPED, 'h', 1000)
  const two = typeLetter(one, 'i', 1000 + TYPE_AHEAD_PAUSE_MS)
  expect(two.text).toBe('hi')
})

test('a letter after the pause starts a new word', () => {
  const one = typeLetter(NOTHING_TYPED, 'h', 1000)
  const two = typeLetter(one, 'q', 1001 + TYPE_AHEAD_PAUSE_MS)
  expect(two.text).toBe('q')
})

test('a word leads to the first option that starts with it', () => {
  expect(findTyped(THEMES, 'hi', 0)).toBe(3)
})

test('a word that still fits keeps the active option', () => {
  expect(findTyped(THEMES, 'his', 4)).toBe(4)
})

test('the same letter again and again steps through the options that start with it', () => {
  expect(findTyped(THEMES, 'h', 0)).toBe(3)
  expect(findTyped(THEMES, 'hh', 3)).toBe(4)
  expect(findTyped(THEMES, 'hhh', 4)).toBe(3)
})

test.each(['fisica', 'FÍSICA', 'Fi\u0301sica'])('case and accents of %s do not matter', (word) => {
  expect(findTyped(THEMES, word, 5)).toBe(1)
})

test('the search wraps around behind the last option', () => {
  expect(findTyped(THEMES, 'bi', 5)).toBe(0)
})

test.each(['z', 'hz', ''])('nothing is found for "%s"', (word) => {
  expect(findTyped(THEMES, word, 0)).toBe(-1)
})

test('nothing is found among no options', () => {
  expect(findTyped([], 'a', 0)).toBe(-1)
})
