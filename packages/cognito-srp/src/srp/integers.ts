import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import { SrpError } from '../errors.ts'

const HEX = /^[0-9a-f]+$/i
const LEADING_ZEROS = /^0+(?=.)/

/**
 * Reads an integer in hex of any length. Returns the integer in lower case without leading zeros.
 *
 * @param name subject of the error message, which never contains the text itself
 * @throws SrpError when the text is empty or contains characters other than hex digits.
 */
export function readHex(text: string, name: string): string {
  if (typeof text !== 'string' || !HEX.test(text)) throw new SrpError(`${name} is not a hexadecimal number.`)
  return text.toLowerCase().replace(LEADING_ZEROS, '')
}

/**
 * Pads an integer to whole bytes, with a leading `00` if the top bit is set. Zero is `00`. The result equals the two's
 * complement that Java's `BigInteger.toByteArray` returns and Cognito hashes.
 *
 * @param hex lower-case digits without leading zeros
 */
export function padHex(hex: string): string {
  const whole = hex.length % 2 === 0 ? hex : `0${hex}`
  return whole >= '8' ? `00${whole}` : whole
}

/** Returns the bytes of {@link padHex}. */
export function padBytes(hex: string): Uint8Array {
  return hexToBytes(padHex(hex))
}

/** Converts big-endian bytes to a non-negative integer. */
export function integer(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytesToHex(bytes)}`)
}
