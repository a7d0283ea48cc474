import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import { SrpError } from '../errors.ts'

const HEX = /^[0-9a-f]+$/i
const LEADING_ZEROS = /^0+(?=.)/

/**
 * An integer in hex as this library writes it: lower case, without leading zeros. The text may have any length.
 *
 * @param name subject of the error message, which never contains the text itself
 * @throws SrpError when the text is empty or has anything but hex digits.
 */
export function readHex(text: string, name: string): string {
  if (typeof text !== 'string' || !HEX.test(text)) throw new SrpError(`${name} is not a hexadecimal number.`)
  return text.toLowerCase().replace(LEADING_ZEROS, '')
}

/**
 * `padHex`: whole bytes, with `00` first when the top bit is set; zero is `00`. Equals the two's complement of Java's
 * `BigInteger.toByteArray`, which Cognito hashes.
 *
 * @param hex lower-case digits without leading zeros
 */
export function padHex(hex: string): string {
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return whole >= '8' ? `00${whole}` : whole
}

/** The bytes of {@link padHex}. */
export function padBytes(hex: string): Uint8Array {
  return hexToBytes(padHex(hex))
}

/** The non-negative integer of big-endian bytes. */
export function integer(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`)
}
