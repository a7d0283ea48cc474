import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatTimestamp } from './timestamp.ts'

const SHAPE = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) [A-Z][a-z]{2} [1-9]\d? \d\d:\d\d:\d\d UTC \d{4}$/

test('the text names the second it was made from', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (nowMs) => {
      const text = formatTimestamp(nowMs)
      expect(text).toMatch(SHAPE)
      expect(Date.parse(text)).toBe(nowMs - (nowMs % 1000))
      expect(text.slice(0, 3)).toBe(new Date(nowMs).toUTCString().slice(0, 3))
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('%d is no moment', (nowMs) => {
  expect(() => formatTimestamp(nowMs)).toThrow(RangeError)
})
