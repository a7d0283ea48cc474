import { expect, test } from 'vitest'

import { findTyped, NOTHING_TYPED, readListboxKey, typeLetter } from './listbox.ts'

const CLOSED = { isOpen: false, activeIndex: 4, count: 30 }
const OPEN = { isOpen: true, activeIndex: 4, count: 30 }

function press(key: string, modifiers: { altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean } = {}) {
  return { key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers }
}

test.each(['ArrowDown', 'ArrowUp', 'Enter', ' '])(
  'the key "%s" opens a closed list at its last active option',
  (key) => {
    expect(readListboxKey(press(key), CLOSED)).toEqual({ kind: 'move', activeIndex: 4 })
  },
)

test.each([
  ['Home', 0],
  ['End', 29],
])('the key %s opens a closed list at its first or last option', (key, activeIndex) => {
  expect(readListboxKey(press(key), CLOSED)).toEqual({ kind: 'move', activeIndex })
})

test.each([
  ['ArrowDown', 5],
  ['ArrowUp', 3],
  ['PageDown', 14],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 29],
])('the key %s moves the active option of an open list and stops at the ends of the list', (key, activeIndex) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'move', activeIndex })
})

test('an arrow key at an end of the list does not move the active option', () => {
  expect(readListboxKey(press('ArrowDown'), { ...OPEN, activeIndex: 29 })).toEqual({ kind: 'move', activeIndex: 29 })
  expect(readListboxKey(press('ArrowUp'), { ...OPEN, activeIndex: 0 })).toEqual({ kind: 'move', activeIndex: 0 })
})

test.each(['Enter', ' '])('the key "%s" toggles the active option of an open list', (key) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'toggle' })
})

test.each(['Escape', 'Tab'])('the key %s closes an open list', (key) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'close' })
})

test('Alt with an arrow key opens and closes the list', () => {
  expect(readListboxKey(press('ArrowDown', { altKey: true }), CLOSED)).toEqual({ kind: 'move', activeIndex: 4 })
  expect(readListboxKey(press('ArrowUp', { altKey: true }), OPEN)).toEqual({ kind: 'close' })
})

test.each(['h', 'É', '1'])(
  'typing the character %s searches the list, whether the list is open or closed',
  (character) => {
    expect(readListboxKey(press(character), CLOSED)).toEqual({ kind: 'type', character })
    expect(readListboxKey(press(character), OPEN)).toEqual({ kind: 'type', character })
  },
)

test.each([
  ['Tab', press('Tab')],
  ['Escape', press('Escape')],
  ['F5', press('F5')],
  ['Ctrl+R', press('r', { ctrlKey: true })],
  ['Cmd+R', press('r', { metaKey: true })],
  ['Alt+H', press('h', { altKey: true })],
])('a closed list does not handle the key %s, which the browser needs', (_name, key) => {
  expect(readListboxKey(key, CLOSED)).toBeNull()
})

const THEMES = ['Biologia', 'Física', 'Geografia', 'História do Brasil', 'História Geral', 'Química']

test('letters typed at most 0.7 s apart form one word', () => {
  const one = typeLetter(NOTHING_TYPED, 'h', 1000)
  const two = typeLetter(one, 'i', 1700)
  expect(two.text).toBe('hi')
})

test('a letter typed after a longer pause starts a new word', () => {
  const one = typeLetter(NOTHING_TYPED, 'h', 1000)
  const two = typeLetter(one, 'q', 1701)
  expect(two.text).toBe('q')
})

test('a typed word activates the first option that starts with this word', () => {
  expect(findTyped(THEMES, 'hi', 0)).toBe(3)
})

test('a typed word that matches the active option keeps that option active', () => {
  expect(findTyped(THEMES, 'his', 4)).toBe(4)
})

test('repeating a letter steps through the options that start with this letter', () => {
  expect(findTyped(THEMES, 'h', 0)).toBe(3)
  expect(findTyped(THEMES, 'hh', 3)).toBe(4)
  expect(findTyped(THEMES, 'hhh', 4)).toBe(3)
})

test.each(['fisica', 'FÍSICA', 'Fi\u0301sica'])('the search ignores case and accents in %s', (word) => {
  expect(findTyped(THEMES, word, 5)).toBe(1)
})

test('the search for a typed word wraps around after the last option', () => {
  expect(findTyped(THEMES, 'bi', 5)).toBe(0)
})

test.each(['z', 'hz', ''])('the search finds no option for "%s"', (word) => {
  expect(findTyped(THEMES, word, 0)).toBe(-1)
})

test('the search finds no option in an empty list', () => {
  expect(findTyped([], 'a', 0)).toBe(-1)
})
