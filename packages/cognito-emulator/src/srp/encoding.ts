import { createHash } from 'node:crypto'

/** Minimal big-endian two's-complement bytes of a non-negative integer: whole bytes, `00` before a set top bit. */
export function padHex(value: bigint): Buffer {
  const hex = value.toString(16)
  const wholeBytes = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/.test(wholeBytes) ? `00${wholeBytes}` : wholeBytes, 'hex')
}

/** The unsigned integer of big-endian bytes; no bytes are 0. */
export function toInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** SHA-256 over the concatenation of the parts; texts are hashed as UTF-8. */
export function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
