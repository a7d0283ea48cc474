import { ConfigurationError, SrpError } from '../errors.ts'

const HEX = /^[0-9a-f]+$/i
const LEADING_ZEROS = /^0+(?=.)/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const LONE_SURROGATE = /[\ud800-\udfff]/gu

// Hermes has neither TextEncoder and TextDecoder nor atob and btoa, Jest's jsdom lacks the former; so this file does
// without, by what ECMAScript itself knows of UTF-8.

/** UTF-8 of a text exactly as given: no Unicode normalisation, a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const units = encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd')).match(/%..|./g) ?? []
  return Uint8Array.from(units, (unit) => (unit.length > 1 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0)))
}

/**
 * The hex text of an integer as this library writes it: lower case, without leading zeros. Any length is read.
 *
 * @param name what the text is, for the error; the text itself is never shown
 * @throws {@link SrpError} when the text is empty or holds anything but hex digits.
 */
export function readHex(text: string, name: string): string {
  if (typeof text !== 'string' || !HEX.test(text)) throw new SrpError(`${name} is not a hexadecimal number.`)
  return text.toLowerCase().replace(LEADING_ZEROS, '')
}

/**
 * `padHex`: whole bytes, with `00` first when the top bit is set; zero is `00`. The same as the two's-complement form
 * of Java's `BigInteger.toByteArray`, which Cognito hashes.
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

/** Lower-case hex, two digits a byte. Own lines, as those of @noble/hashes would cost a page 350 bytes more. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of an even number of hex digits, as {@link bytesToHex} writes them. */
export function hexToBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
}

/** Base64 with padding (RFC 4648 §4). */
export function bytesToBase64(bytes: Uint8Array): string {
  const digits = regroupBits([...bytes, 0], 8, 6).map((value) => BASE64_DIGITS.charAt(value))
  const base64 = digits.slice(0, Math.ceil((bytes.length * 4) / 3)).join('')
  return base64.padEnd(Math.ceil(bytes.length / 3) * 4, '=')
}

/**
 * Bytes of a padded base64 text (RFC 4648 §4); no white space, no URL alphabet.
 *
 * @param name what the text is, for the error; the text itself is never shown
 * @throws {@link SrpError} when the text is not base64.
 */
export function base64ToBytes(base64: string, name: string): Uint8Array<ArrayBuffer> {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw new SrpError(`${name} is not base64.`)
  return Uint8Array.from(readBase64(base64.replace(/=/g, '')))
}

/**
 * The UTF-8 text in base64url without padding (RFC 4648 §5), as tokens are written.
 *
 * @throws URIError when it is none.
 */
export function readBase64UrlText(text: string): string {
  return decodeURIComponent(
    readBase64(text)
      .map((byte) => `%${(0x100 + byte).toString(16).slice(1)}`)
      .join(''),
  )
}

/** Bytes of base64 without padding, in either alphabet (RFC 4648 §4 and §5); of a text that is none, any bytes. */
function readBase64(text: string): number[] {
  const digits = text.replace(/-/g, '+').replace(/_/g, '/')
  const values = Array.from(digits, (digit) => BASE64_DIGITS.indexOf(digit))
  return regroupBits(values, 6, 8)
}

/** Numbers of so many bits as numbers of another length, highest bit first; bits that fill no number are left out. */
function regroupBits(values: readonly number[], valueBits: number, groupBits: number): number[] {
  const groups: number[] = []
  let [bits, count] = [0, 0]
  for (const value of values) {
    bits = (bits << valueBits) | value
    for (count += valueBits; count >= groupBits;) {
      count -= groupBits
      groups.push((bits >> count) & ((1 << groupBits) - 1))
    }
  }
  return groups
}

/** The parts one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)))
}

/**
 * Cognito's `TIMESTAMP`: English names, the day not padded, 24-hour clock, UTC: `Tue Nov 3 04:05:06 UTC 2026`.
 *
 * @param nowMs milliseconds since 1970, UTC
 * @throws {@link ConfigurationError} when that is no moment a calendar knows.
 */
export function formatTimestamp(nowMs: number): string {
  const now = new Date(nowMs)
  if (Number.isNaN(now.getTime())) throw new ConfigurationError('The clock `now` must give milliseconds since 1970.')
  const utc = now.toUTCString() // "Tue, 03 Nov 2026 04:05:06 GMT", so since ECMAScript 2018
  return `${utc.slice(0, 3)} ${utc.slice(8, 11)} ${now.getUTCDate()} ${utc.slice(-12, -4)} UTC ${now.getUTCFullYear()}`
}
