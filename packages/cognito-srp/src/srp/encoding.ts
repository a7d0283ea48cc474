import { SrpError } from '../errors.ts'

const BASE64_ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/

/** UTF-8 of a text exactly as given: no Unicode normalisation, a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Base64 with padding (RFC 4648 §4). */
export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/**
 * Bytes of a padded base64 text (RFC 4648 §4); no white space, no URL alphabet.
 *
 * @param name what the text is, for the error; the text itself is never shown
 * @throws {@link SrpError} when the text is not base64.
 */
export function base64ToBytes(base64: string, name: string): Uint8Array {
  if (base64.length % 4 !== 0 || !BASE64_ALPHABET.test(base64)) throw new SrpError(`${name} is not base64.`)
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Lower-case hex, two digits a byte. Own lines, as those of @noble/hashes would cost a page 350 bytes more. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes of an even number of hex digits, as {@link bytesToHex} writes them. */
export function hexToBytes(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  )
}

/** The parts one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((lengthBytes, part) => lengthBytes + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
