import { expect, test } from 'vitest'

import { shortcutOf } from './shortcuts.ts'

const plain = { ctrlKey: false, altKey: false, metaKey: false, isTyping: false }

test.each([
  ['1', { name: 'choose', place: 0 }],
  ['9', { name: 'choose', place: 8 }],
  ['a', { name: 'choose', place: 0 }],
  ['I', { name: 'choose', place: 8 }],
  ['ArrowLeft', { name: 'previous' }],
  ['ArrowRight', { name: 'next' }],
  ['?', { name: 'help' }],
])('the key %s is the shortcut %j', (key, shortcut) => {
  expect(shortcutOf({ ...plain, key })).toEqual(shortcut)
})

test.each(['0', 'j', 'Enter', ' ', 'Tab', 'ArrowUp', 'F1', 'é'])('the key %j is not a shortcut', (key) => {
  expect(shortcutOf({ ...plain, key })).toBeNull()
})

test.each(['ctrlKey', 'altKey', 'metaKey', 'isTyping'])('the key a is not a shortcut if %s is true', (held) => {
  expect(shortcutOf({ ...plain, key: 'a', [held]: true })).toBeNull()
})
