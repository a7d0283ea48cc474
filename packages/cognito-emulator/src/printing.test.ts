import { expect, test } from 'vitest'

import { describeDelivery, describeFailure, printable } from './printing.ts'

const ESCAPE = String.fromCodePoint(0x1b)

test.each([
  ['text in any language', 'José Łukasz 学生 +55 a@b.example', 'José Łukasz 学生 +55 a@b.example'],
  ['a colour sequence', `${ESCAPE}[31mred`, String.raw`\u{1b}[31mred`],
  ['a window-title sequence', `${ESCAPE}]0;owned\u0007`, String.raw`\u{1b}]0;owned\u{7}`],
  ['a line break', 'a\r\nSMS to b', String.raw`a\u{d}\u{a}SMS to b`],
  ['an 8-bit escape sequence', '\u009b2J', String.raw`\u{9b}2J`],
  ['bidirectional control characters', 'a\u202eb\u2066c', String.raw`a\u{202e}b\u{2066}c`],
  ['invisible characters', 'a\u200bb\u{e0041}', String.raw`a\u{200b}b\u{e0041}`],
  ['a lone surrogate', 'a\ud800', String.raw`a\u{d800}`],
  ['Unicode line separators', 'a\u2028b\u2029c\u0085d', String.raw`a\u{2028}b\u{2029}c\u{85}d`],
])('printable makes %s safe for a terminal', (_case, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('describeDelivery returns one line even if the address contains control characters', () => {
  const message = { kind: 'CODE', userPoolId: 'p', medium: 'EMAIL', code: '123456' } as const
  const line = describeDelivery({ ...message, username: 'ana\n', destination: `${ESCAPE}[2Ja@example.com` })
  expect(line).toBe(String.raw`EMAIL to \u{1b}[2Ja@example.com (ana\u{a}): 123456`)
})

test('describeFailure includes the stack, and escapes control characters in the message', () => {
  const described = describeFailure('SignUp failed', new Error(`${ESCAPE}[31m`))
  expect(described).toMatch(/^SignUp failed: Error: \\u\{1b\}\[31m\n\s+at /)
  expect(described).not.toContain(ESCAPE)
})
