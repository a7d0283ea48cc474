import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ConfigurationError, SrpError } from '../errors.ts'
import {
  base64ToBytes,
  base64UrlToBytes,
  bytesToBase64,
  bytesToBase64Url,
  formatTimestamp,
  readBase64UrlText,
  utf8,
} from './encoding.ts'

const bytes = fc.uint8Array({ maxLength: 300 })

test('base64 is encoded as in Node and decoded again', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      const base64 = Buffer.from(original).toString('base64')
      expect(bytesToBase64(original)).toBe(base64)
      expect(base64ToBytes(base64, 'text')).toEqual(original)
    }),
  )
})

test('base64url is encoded as in Node and decoded again', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      const base64Url = Buffer.from(original).toString('base64url')
      expect(bytesToBase64Url(original)).toBe(base64Url)
      expect(base64UrlToBytes(base64Url, 'text')).toEqual(original)
    }),
  )
})

test('base64UrlToBytes also decodes the characters + and / of base64', () => {
  expect(base64UrlToBytes('-_-_', 'text')).toEqual(base64ToBytes('+/+/', 'text'))
  expect(base64UrlToBytes('+/+/', 'text')).toEqual(base64ToBytes('+/+/', 'text'))
})

test.each(['A', 'AAAAA', 'A*', 'AA AA', 'AA=A'])(
  'base64UrlToBytes rejects %j with an error that does not contain the text',
  (text) => {
    expect(() => base64UrlToBytes(text, 'This option')).toThrow(new SrpError('This option is not base64.'))
  },
)

test.each(['A', 'AAA', 'AA=A', 'A===', 'AAAA=', 'AA AA===', '_-__', 'AAA\n', 'ÿÿÿÿ'])(
  'base64ToBytes rejects %j with an error that does not contain the text',
  (text) => {
    expect(() => base64ToBytes(text, 'SECRET_BLOCK')).toThrow(new SrpError('SECRET_BLOCK is not base64.'))
  },
)

test('a megabyte of base64 is decoded completely', () => {
  const original = new Uint8Array(1_000_000).fill(0xfb)
  const read = base64ToBytes(bytesToBase64(original), 'text')
  expect(Buffer.compare(read, original)).toBe(0) // toEqual would take seconds
})

test('text is encoded as UTF-8 without normalization, and a lone surrogate becomes U+FFFD', () => {
  expect(bytesToHex(utf8('é'))).toBe('c3a9')
  expect(bytesToHex(utf8('e\u0301'))).toBe('65cc81')
  expect(bytesToHex(utf8('\ud83d\udd11'))).toBe('f09f9491')
  expect(bytesToHex(utf8('a\ud83d'))).toBe('61efbfbd')
  expect(bytesToHex(utf8('\ufeff'))).toBe('efbbbf')
})

test('any text is encoded in UTF-8 as in Node and decoded again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const bytes = new TextEncoder().encode(text)
      expect(utf8(text)).toEqual(bytes)
      const base64Url = Buffer.from(bytes).toString('base64url')
      expect(readBase64UrlText(base64Url)).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    }),
  )
  const lone = fc.array(fc.integer({ min: 0xd7fe, max: 0xe001 }), { maxLength: 6 })
  fc.assert(
    fc.property(lone, (units) => {
      const text = String.fromCharCode(...units)
      expect(utf8(text)).toEqual(new TextEncoder().encode(text))
    }),
  )
})

test.each(['80', 'c3', 'c380c3', 'eda080', 'f8888080', 'ff', '61ff'])(
  'the bytes %s are rejected as invalid UTF-8',
  (hex) => {
    expect(() => readBase64UrlText(Buffer.from(hex, 'hex').toString('base64url'))).toThrow(URIError)
  },
)

/** Well-known times, and the ends of months and years. */
test.each([
  [0, 'Thu Jan 1 00:00:00 UTC 1970', 'the epoch'],
  [784_111_777_000, 'Sun Nov 6 08:49:37 UTC 1994', 'the example of RFC 9110 §5.6.7'],
  [951_782_400_000, 'Tue Feb 29 00:00:00 UTC 2000', 'a leap day'],
  [1_000_000_000_999, 'Sun Sep 9 01:46:40 UTC 2001', 'the billionth second'],
  [1_234_567_890_000, 'Fri Feb 13 23:31:30 UTC 2009', '1234567890'],
  [2_147_483_647_000, 'Tue Jan 19 03:14:07 UTC 2038', 'the last 32-bit second'],
  [1_798_761_599_999, 'Thu Dec 31 23:59:59 UTC 2026', 'the last second of 2026'],
])('%d is formatted as %s (%s)', (nowMs, text) => {
  expect(formatTimestamp(nowMs)).toBe(text)
})

const TIMESTAMP = /^(\w{3}) (\w{3}) ([1-9]\d?) (\d\d):(\d\d):(\d\d) UTC (\d{4})$/
const WEEKDAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] // the epoch was a Thursday
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

test('a timestamp contains the date, the time to the second, and the right day of the week', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (second) => {
      const [, weekday, month = '', ...numbers] = TIMESTAMP.exec(formatTimestamp(1000 * second + 999)) ?? []
      const [day, hours, minutes, seconds, year] = numbers.map(Number) as [number, number, number, number, number]
      expect(Date.UTC(year, MONTHS.indexOf(month), day, hours, minutes, seconds)).toBe(1000 * second)
      expect(weekday).toBe(WEEKDAYS[Math.floor(second / 86_400) % 7])
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('%d is rejected as a time', (nowMs) => {
  expect(() => formatTimestamp(nowMs)).toThrow(
    new ConfigurationError('The clock `now` must return milliseconds since 1970.'),
  )
})
