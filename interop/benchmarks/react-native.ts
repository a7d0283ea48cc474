// Globals that a handshake needs and that React Native or an app's polyfills add to the engine.
// Use these globals only for benchmarks, because the random numbers are not secure.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

declare const print: (line: string) => void

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const crypto = {
  getRandomValues: (bytes: Uint8Array) => bytes.map(() => 256 * Math.random()),
  subtle: {
    importKey: async (_format: string, key: Uint8Array) => key,
    sign: async (_algorithm: string, key: Uint8Array, message: Uint8Array) => hmac(sha256, key, message).buffer,
  },
}

class TextEncoder {
  encode(text: string): Uint8Array {
    const encoded = encodeURIComponent(text).replace(/%(..)/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    return Uint8Array.from(encoded, (character) => character.charCodeAt(0))
  }
}

function btoa(binary: string): string {
  let text = ''
  for (let index = 0; index < binary.length; index += 3) {
    const [one = 0, two, three] = [0, 1, 2].map((offset) => binary.charCodeAt(index + offset))
    const bits = (one << 16) | ((two || 0) << 8) | (three || 0)
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET.charAt((bits >> shift) & 63)).join('')
    text += digits.slice(0, Math.min(binary.length - index, 3) + 1).padEnd(4, '=')
  }
  return text
}

function atob(text: string): string {
  let [binary, bits, bitCount] = ['', 0, 0]
  for (const digit of text.replace(/=+$/, '')) {
    bits = ((bits << 6) | ALPHABET.indexOf(digit)) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    binary += String.fromCharCode((bits >> bitCount) & 255)
  }
  return binary
}

Object.assign(globalThis, {
  console: { log: print },
  performance: { now: () => Date.now() },
  crypto,
  TextEncoder,
  atob,
  btoa,
})
