import { expect, test } from 'vitest'

import { readTimestamp } from './timestamp.ts'

test.each([
  ['Tue Nov 3 04:05:06 UTC 2026', { kind: 'valid', atMs: Date.UTC(2026, 10, 3, 4, 5, 6) }],
  ['Thu Feb 29 23:59:59 UTC 2024', { kind: 'valid', atMs: Date.UTC(2024, 1, 29, 23, 59, 59) }],
  ['Tue Nov 03 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Mon Nov 3 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Thu Feb 30 04:05:06 UTC 2026', { kind: 'refused' }],
  ['Tue Nov 3 24:05:06 UTC 2026', { kind: 'refused' }],
  ['Tue Nov 3 04:05:06 GMT 2026', { kind: 'malformed' }],
  ['Ter Nov 3 04:05:06 UTC 2026', { kind: 'malformed' }],
  ['2026-11-03T04:05:06Z', { kind: 'malformed' }],
  ['', { kind: 'malformed' }],
])('reads "%s" as the service does', (text, reading) => {
  expect(readTimestamp(text)).toEqual(reading)
})
