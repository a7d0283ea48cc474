import { ConfigurationError, SrpError } from '../errors.ts'

// This module uses only ECMAScript 2020, because some versions of Hermes have no TextEncoder, TextDecoder, atob or btoa, and
// Jest's jsdom has no TextEncoder or TextDecoder. `encodeURIComponent` and `decodeURIComponent` convert between text and UTF-8.

const LONE_SURROGATE = /[\ud800-\udfff]/gu
const PERCENT = 0x25
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Value of each base64 digit by character code. */
const BASE64_VALUES = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  BASE64_DIGITS.indexOf(String.fromCharCode(code)),
)

/** Encodes text with `encodeURIComponent`. A lone surrogate becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd'))
}

/** Encodes text as UTF-8 without Unicode normalization. A lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const binary = percentEncode(text).replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return bytes
}

/** Encodes bytes as base64 with padding (RFC 4648 §4). */
export function bytesToBase64(bytes: Uint8Array): string {
  let base64 = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const bits = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    for (let shift = 18; shift >= 0; shift -= 6) base64 += BASE64_DIGITS.charAt((bits >> shift) & 63)
  }
  return base64.slice(0, Math.ceil((bytes.length * 4) / 3)).padEnd(base64.length, '=')
}

/**
 * Decodes padded base64 (RFC 4648 §4) without white space.
 *
 * @param name subject of the error message, which never contains the text itself
 * @throws SrpError when the text is not base64.
 */
export function base64ToBytes(base64: string, name: string): Uint8Array<ArrayBuffer> {
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) throw new SrpError(`${name} is not base64.`)
  const digits = base64.replace(/=/g, '')
  const bytes = new Uint8Array(Math.floor((digits.length * 6) / 8))
  for (let index = 0, bits = 0; index < digits.length; index += 1) {
    bits = (bits << 6) | (BASE64_VALUES[digits.charCodeAt(index)] ?? 0)
    // In each group of four digits, every digit except the first completes a byte.
    if (index % 4 > 0) bytes[(index * 3) >> 2] = bits >> (6 - 2 * (index % 4))
  }
  return bytes
}

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function bytesToBase64Url(bytes: Uint8Array): string {
  return bytesToBase64(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}

/**
 * Decodes base64url without padding (RFC 4648 §5). Also accepts the digits of base64.
 *
 * @param name subject of the error message, which never contains the text itself
 * @throws SrpError when the text is not base64url.
 */
export function base64UrlToBytes(text: string, name: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replace(/-/g, '+').replace(/_/g, '/')
  return base64ToBytes(base64.padEnd(Math.ceil(base64.length / 4) * 4, '='), name)
}

/**
 * Decodes UTF-8 text from base64url without padding, as in a JWT.
 *
 * @throws SrpError when the text is not base64url; URIError when its bytes are not UTF-8.
 */
export function readBase64UrlText(text: string): string {
  let percentEncoded = ''
  for (const byte of base64UrlToBytes(text, 'The text')) {
    const isPlain = byte < 0x80 && byte !== PERCENT
    percentEncoded += isPlain ? String.fromCharCode(byte) : `%${byte.toString(16)}`
  }
  return decodeURIComponent(percentEncoded)
}

/**
 * Formats Cognito's `TIMESTAMP` in UTC, with English names, an unpadded day and a 24-hour clock, for example `Tue Nov 3 04:05:06
 * UTC 2026`.
 *
 * @param nowMs milliseconds since 1970, UTC
 * @throws ConfigurationError when `nowMs` is outside the range of `Date`.
 */
export function formatTimestamp(nowMs: number): string {
  const utc = new Date(nowMs).toUTCString() // always "Tue, 03 Nov 2026 04:05:06 GMT" since ECMAScript 2018
  if (utc === 'Invalid Date') throw new ConfigurationError('The clock `now` must return milliseconds since 1970.')
  return utc.replace(/^(\w+), 0?(\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4')
}
