import { expect, test } from 'vitest'

import { describeDelivery, describeFailure, printable } from './printing.ts'

const ESCAPE = String.fromCodePoint(0x1b)

test.each([
  ['letters and signs of any language', 'José Łukasz 学生 +55 a@b.example', 'José Łukasz 学生 +55 a@b.example'],
  ['a colour', `${ESCAPE}[31mred`, String.raw`\u{1b}[31mred`],
  ['the title of the window', `${ESCAPE}]0;owned\u0007`, String.raw`\u{1b}]0;owned\u{7}`],
  ['a line more', 'a\r\nSMS to b', String.raw`a\u{d}\u{a}SMS to b`],
  ['the eight-bit escape', '\u009b2J', String.raw`\u{9b}2J`],
  ['another direction of writing', 'a\u202eb\u2066c', String.raw`a\u{202e}b\u{2066}c`],
  ['nothing that is seen', 'a\u200bb\u{e0041}', String.raw`a\u{200b}b\u{e0041}`],
  ['half a character', 'a\ud800', String.raw`a\u{d800}`],
  ['other ends of lines', 'a\u2028b\u2029c\u0085d', String.raw`a\u{2028}b\u{2029}c\u{85}d`],
])('a terminal shows, and does not obey, %s', (_case, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('a delivered code is one line, whatever the address is', () => {
  const message = { kind: 'CODE', userPoolId: 'p', medium: 'EMAIL', code: '123456' } as const
  const line = describeDelivery({ ...message, username: 'ana\n', destination: `${ESCAPE}[2Ja@example.com` })
  expect(line).toBe(String.raw`EMAIL to \u{1b}[2Ja@example.com (ana\u{a}): 123456`)
})

test('an unexpected error keeps the lines of its stack, and what is in its message does nothing', () => {
  const described = describeFailure('SignUp failed', new Error(`${ESCAPE}[31m`))
  expect(described).toMatch(/^SignUp failed: Error: \\u\{1b\}\[31m\n\s+at /)
  expect(described).not.toContain(ESCAPE)
})
