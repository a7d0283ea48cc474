import bigInt from 'big-integer'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { loadArrayBigInteger } from '../../test/array-big-integer.ts'
import { SrpError } from '../errors.ts'
import { fixedLengthBytes, integerFromBytes, integerFromHex, integerToHex, padBytes, padHex } from './integer.ts'

afterEach(() => vi.unstubAllGlobals())

const nonNegative = fc.bigInt({ min: 0n, max: 2n ** 3100n })

test('hex goes in and out without padding', () => {
  fc.assert(
    fc.property(nonNegative, (value) => {
      const hex = value.toString(16)
      expect(integerToHex(integerFromHex(`000${hex.toUpperCase()}`, 'n'))).toBe(hex)
    }),
  )
})

test.each(['', ' ', '0x1f', '-1', '+1', '1f ', '1f\n', '1.0', '1e+5', 'g', '１'])('refuses %j as hex', (text) => {
  expect(() => integerFromHex(text, 'SALT')).toThrow(new SrpError('SALT is not a hexadecimal number.'))
})

test.each([
  [0, '00'],
  [1, '01'],
  [0x7f, '7f'],
  [0x80, '0080'],
  [0xff, '00ff'],
  [0x100, '0100'],
  [0x7fff, '7fff'],
  [0x8000, '008000'],
  [0x9abc, '009abc'],
  [0xabc, '0abc'],
])('padHex of %i is %s', (value, padded) => {
  expect(padHex(bigInt(value))).toBe(padded)
  expect(padBytes(bigInt(value))).toEqual(Uint8Array.from(Buffer.from(padded, 'hex')))
})

test('padded bytes are the shortest two’s complement', () => {
  fc.assert(
    fc.property(nonNegative, (value) => {
      const padded = padBytes(bigInt(value))
      expect(integerFromBytes(padded).toString()).toBe(value.toString())
      expect(padded[0]).toBeLessThan(0x80)
      expect(padded.length).toBe(Math.floor(value.toString(2).length / 8) + 1)
    }),
  )
})

test('bytes of a fixed length have zeros in front', () => {
  expect(fixedLengthBytes(bigInt(0x1ff), 4)).toEqual(Uint8Array.of(0, 0, 1, 0xff))
})

test('no bytes are zero', () => {
  expect(integerFromBytes(new Uint8Array()).isZero()).toBe(true)
})

test('an integer that big-integer keeps in arrays has the same hex', () => {
  const value = 2n ** 3071n + 0xabcdefn
  const kept = loadArrayBigInteger()(value.toString())
  expect(Array.isArray(Reflect.get(kept, 'value'))).toBe(true)
  const hex = value.toString(16)
  expect(integerToHex(kept)).toBe(hex)
  vi.stubGlobal('BigInt', undefined)
  expect(integerToHex(kept)).toBe(hex)
})
