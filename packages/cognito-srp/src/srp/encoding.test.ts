import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SrpError } from '../errors.ts'
import { base64ToBytes, bytesToBase64, bytesToHex, concatBytes, hexToBytes, utf8 } from './encoding.ts'

const bytes = fc.uint8Array({ maxLength: 300 })

test('base64 is written as Node writes it and read back', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      const base64 = Buffer.from(original).toString('base64')
      expect(bytesToBase64(original)).toBe(base64)
      expect(base64ToBytes(base64, 'text')).toEqual(original)
    }),
  )
})

test('hex is written as Node writes it and read back', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      const hex = Buffer.from(original).toString('hex')
      expect(bytesToHex(original)).toBe(hex)
      expect(hexToBytes(hex)).toEqual(original)
    }),
  )
})

test.each(['A', 'AAA', 'AA=A', 'A===', 'AAAA=', 'AA AA===', '_-__', 'AAA\n', 'ÿÿÿÿ'])(
  'refuses %j as base64 without showing it',
  (text) => {
    expect(() => base64ToBytes(text, 'SECRET_BLOCK')).toThrow(new SrpError('SECRET_BLOCK is not base64.'))
  },
)

test('a megabyte of base64 is read whole', () => {
  const original = new Uint8Array(1_000_000).fill(0xfb)
  expect(base64ToBytes(bytesToBase64(original), 'text')).toEqual(original)
})

test('text becomes UTF-8 as given: a lone surrogate is U+FFFD, nothing is normalised', () => {
  expect(bytesToHex(utf8('é'))).toBe('c3a9')
  expect(bytesToHex(utf8('e\u0301'))).toBe('65cc81')
  expect(bytesToHex(utf8('\ud83d\udd11'))).toBe('f09f9491')
  expect(bytesToHex(utf8('a\ud83d'))).toBe('61efbfbd')
  expect(bytesToHex(utf8('\ufeff'))).toBe('efbbbf')
})

test('parts are joined in their order', () => {
  expect(concatBytes(Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3))).toEqual(Uint8Array.of(1, 2, 3))
  expect(concatBytes()).toEqual(new Uint8Array())
})
