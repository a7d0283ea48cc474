import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SrpError } from '../errors.ts'
import { integer, padBytes, padHex, readHex } from './integers.ts'

const nonNegative = fc.bigInt({ min: 0n, max: 2n ** 3100n })

test('hex of either case and any length is read as an integer', () => {
  fc.assert(
    fc.property(nonNegative, (value) => {
      const hex = value.toString(16)
      expect(readHex(`000${hex.toUpperCase()}`, 'n')).toBe(hex)
    }),
  )
  expect(readHex('0000', 'n')).toBe('0')
})

test.each(['', ' ', '0x1f', '-1', '+1', '1f ', '1f\n', '1.0', '1e+5', 'g', '１'])('readHex rejects %j', (text) => {
  expect(() => readHex(text, 'SALT')).toThrow(new SrpError('SALT is not a hexadecimal number.'))
})

test.each([
  ['0', '00'],
  ['1', '01'],
  ['7f', '7f'],
  ['80', '0080'],
  ['ff', '00ff'],
  ['100', '0100'],
  ['7fff', '7fff'],
  ['8000', '008000'],
  ['9abc', '009abc'],
  ['abc', '0abc'],
])('for the integer %s, padHex returns %s', (hex, padded) => {
  expect(padHex(hex)).toBe(padded)
  expect(padBytes(hex)).toEqual(Uint8Array.from(Buffer.from(padded, 'hex')))
})

test('padded bytes are the shortest two’s complement', () => {
  fc.assert(
    fc.property(nonNegative, (value) => {
      const padded = padBytes(value.toString(16))
      expect(BigInt(`0x${Buffer.from(padded).toString('hex')}`)).toBe(value)
      expect(padded[0]).toBeLessThan(0x80)
      expect(padded.length).toBe(Math.floor(value.toString(2).length / 8) + 1)
    }),
  )
})

test('bytes are read as a big-endian integer', () => {
  expect(integer(Uint8Array.of(0x01, 0x00, 0xff))).toBe(0x0100ffn)
  expect(integer(Uint8Array.of(0))).toBe(0n)
})
