import bigInt, { type BigInteger } from 'big-integer'

import { SrpError } from '../errors.ts'
import { bytesToHex, hexToBytes } from './encoding.ts'

const HEX = /^[0-9a-f]+$/i

/**
 * The integer a hex text stands for: either case, any length, leading zeros allowed. Checked by pattern because
 * `bigInt('')` is 0 and `bigInt('0x…')` throws on long texts.
 *
 * @param name what the text is, for the error; the text itself is never shown
 * @throws {@link SrpError} when the text is empty or holds anything but hex digits.
 */
export function integerFromHex(hex: string, name: string): BigInteger {
  if (!HEX.test(hex)) throw new SrpError(`${name} is not a hexadecimal number.`)
  return parseHex(hex)
}

/** The big-endian, non-negative integer that the bytes hold; no bytes are 0. */
export function integerFromBytes(bytes: Uint8Array): BigInteger {
  return bytes.length === 0 ? bigInt.zero : parseHex(bytesToHex(bytes))
}

/** Lower-case hex of a non-negative integer, without leading zeros: Cognito's `SRP_A`. */
export function integerToHex(integer: BigInteger): string {
  return integerToText(integer, 16)
}

/** Digits of a non-negative integer, without leading zeros. big-integer's own way is slow. */
export function integerToText(integer: BigInteger, radix: 2 | 16): string {
  return (hasNativeBigInt() ? toNative(integer) : integer).toString(radix)
}

/**
 * `padHex`: whole bytes in hex, with `00` first when the top bit is set; zero is `00`. The same as the two's-complement
 * form of Java's `BigInteger.toByteArray`, which Cognito hashes.
 */
export function padHex(integer: BigInteger): string {
  const hex = integerToHex(integer)
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return whole >= '8' ? `00${whole}` : whole
}

/** The bytes of {@link padHex}. */
export function padBytes(integer: BigInteger): Uint8Array {
  return hexToBytes(padHex(integer))
}

/** Big-endian bytes of exactly `lengthBytes`; the integer must fit. */
export function fixedLengthBytes(integer: BigInteger, lengthBytes: number): Uint8Array {
  return hexToBytes(integerToHex(integer).padStart(2 * lengthBytes, '0'))
}

/** Whether this runtime has the native BigInt; asked at call time, because importing a module does nothing. */
export function hasNativeBigInt(): boolean {
  return typeof BigInt === 'function'
}

/** The native value inside a big-integer. Read directly where it stands: the decimal text is the slow public way. */
export function toNative(integer: BigInteger): bigint {
  const { value } = integer as { value?: unknown }
  return typeof value === 'bigint' ? value : BigInt(integer.toString())
}

/** The integer of a native value. */
export function fromNative(native: bigint): BigInteger {
  return bigInt(native)
}

function parseHex(hex: string): BigInteger {
  return hasNativeBigInt() ? fromNative(BigInt(`0x${hex}`)) : bigInt(hex, 16)
}
