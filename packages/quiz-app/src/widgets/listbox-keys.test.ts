import { expect, test } from 'vitest'

import { readListboxKey } from './listbox-keys.ts'

const CLOSED = { isOpen: false, activeIndex: 4, count: 30 }
const OPEN = { isOpen: true, activeIndex: 4, count: 30 }

function press(key: string, modifiers: { altKey?: boolean; ctrlKey?: boolean; metaKey?: boolean } = {}) {
  return { key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers }
}

test.each(['ArrowDown', 'ArrowUp', 'Enter', ' '])('"%s" opens a closed list where it was left', (key) => {
  expect(readListboxKey(press(key), CLOSED)).toEqual({ kind: 'move', activeIndex: 4 })
})

test.each([
  ['Home', 0],
  ['End', 29],
])('%s opens a closed list at that end', (key, activeIndex) => {
  expect(readListboxKey(press(key), CLOSED)).toEqual({ kind: 'move', activeIndex })
})

test.each([
  ['ArrowDown', 5],
  ['ArrowUp', 3],
  ['PageDown', 14],
  ['PageUp', 0],
  ['Home', 0],
  ['End', 29],
])('%s moves in an open list, never beyond its ends', (key, activeIndex) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'move', activeIndex })
})

test('the arrows stop at the ends', () => {
  expect(readListboxKey(press('ArrowDown'), { ...OPEN, activeIndex: 29 })).toEqual({ kind: 'move', activeIndex: 29 })
  expect(readListboxKey(press('ArrowUp'), { ...OPEN, activeIndex: 0 })).toEqual({ kind: 'move', activeIndex: 0 })
})

test.each(['Enter', ' '])('"%s" toggles in an open list', (key) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'toggle' })
})

test.each(['Escape', 'Tab'])('%s closes an open list', (key) => {
  expect(readListboxKey(press(key), OPEN)).toEqual({ kind: 'close' })
})

test('Alt with an arrow opens and closes', () => {
  expect(readListboxKey(press('ArrowDown', { altKey: true }), CLOSED)).toEqual({ kind: 'move', activeIndex: 4 })
  expect(readListboxKey(press('ArrowUp', { altKey: true }), OPEN)).toEqual({ kind: 'close' })
})

test.each(['h', 'É', '1'])('the character %s is typed, open or closed', (character) => {
  expect(readListboxKey(press(character), CLOSED)).toEqual({ kind: 'type', character })
  expect(readListboxKey(press(character), OPEN)).toEqual({ kind: 'type', character })
})

test.each([
  ['Tab', press('Tab')],
  ['Escape', press('Escape')],
  ['F5', press('F5')],
  ['Ctrl+R', press('r', { ctrlKey: true })],
  ['Cmd+R', press('r', { metaKey: true })],
  ['Alt+H', press('h', { altKey: true })],
])("%s on a closed list is the browser's", (_name, key) => {
  expect(readListboxKey(key, CLOSED)).toBeNull()
})
