import { createHash, DiffieHellman, getDiffieHellman } from 'node:crypto'

const WINDOW_BITS = 4n

/** The 3072-bit safe prime of RFC 3526 §4 (MODP group 15), which Cognito uses. */
export const N: bigint = BigInt(
  '0x' +
    'ffffffffffffffffc90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b139b22514a08798e3404dd' +
    'ef9519b3cd3a431b302b0a6df25f14374fe1356d6d51c245e485b576625e7ec6f44c42e9a637ed6b0bff5cb6f406b7ed' +
    'ee386bfb5a899fa5ae9f24117c4b1fe649286651ece45b3dc2007cb8a163bf0598da48361c55d39a69163fa8fd24cf5f' +
    '83655d23dca3ad961c62f356208552bb9ed529077096966d670c354e4abc9804f1746c08ca18217c32905e462e36ce3b' +
    'e39e772c180e86039b2783a2ec07a28fb5c55df06f4c52c9de2bcbf6955817183995497cea956ae515d2261898fa0510' +
    '15728e5a8aaac42dad33170d04507a33a85521abdf1cba64ecfb850458dbef0a8aea71575d060c7db3970f85a6e1e4c7' +
    'abf5ae8cdb0933d71e8c94e04a25619dcee3d2261ad2ee6bf12ffa06d98a0864d87602733ec86a64521f2b18177b200c' +
    'bbe117577a615d6c770988c0bad946e208e24fa074e5ab3143db5bfce0fd108e4b82d120a93ad2caffffffffffffffff',
)

/** Generator of the group (RFC 3526 §4; the 3072-bit group of RFC 5054 uses 5). */
export const g: bigint = 2n

/** Multiplier k = H(padHex(N) | padHex(g)) with SHA-256. */
export const k: bigint = BigInt('0x538282c4354742d7cbbde2359fcf67f9f5b3a6b08791e5011b43b8a5b66d9ee6')

/** Length of N in bytes. */
export const N_LENGTH_BYTES = 384

/** Returns the minimal big-endian two's-complement bytes of a non-negative integer, with `00` before a set top bit. */
export function padHex(value: bigint): Buffer {
  const hex = value.toString(16)
  const wholeBytes = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/.test(wholeBytes) ? `00${wholeBytes}` : wholeBytes, 'hex')
}

/** Reads big-endian bytes as an unsigned integer. An empty array is 0. */
export function toInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** SHA-256 of the concatenated parts. Strings are encoded as UTF-8. */
export function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns g^exponent mod N, computed by OpenSSL as a Diffie-Hellman public key of its group `modp15`. */
export function powerOfG(exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  return toInteger(groupWithPrivateKey(exponent).generateKeys())
}

/**
 * Returns base^exponent mod N, computed by OpenSSL as a Diffie-Hellman shared secret, or with BigInt if OpenSSL rejects
 * the base.
 */
export function power(base: bigint, exponent: bigint): bigint {
  const canonical = base % N
  if (exponent === 0n) return 1n
  if (canonical <= 1n || canonical === N - 1n) return powerByWindows(canonical, exponent)
  try {
    return toInteger(groupWithPrivateKey(exponent).computeSecret(toFullLength(canonical)))
  } catch {
    return powerByWindows(canonical, exponent) // OpenSSL rejects quadratic non-residues, which an honest client never sends
  }
}

/** Returns base^exponent mod N, computed with BigInt and fixed windows. */
export function powerByWindows(base: bigint, exponent: bigint): bigint {
  const table = windowTable(base % N)
  const windows = exponent.toString(16)
  let result = 1n
  for (const window of windows) {
    for (let squaring = 0n; squaring < WINDOW_BITS; squaring++) result = (result * result) % N
    result = (result * (table[Number.parseInt(window, 16)] ?? 1n)) % N
  }
  return result
}

function windowTable(base: bigint): bigint[] {
  const table = [1n]
  for (let index = 1; index < 2 ** Number(WINDOW_BITS); index++) table.push(((table[index - 1] ?? 1n) * base) % N)
  return table
}

function groupWithPrivateKey(exponent: bigint): DiffieHellman {
  const group: unknown = getDiffieHellman('modp15')
  const exchange = group as DiffieHellman // the group object has no setPrivateKey, but the prototype's method works on it
  const hex = exponent.toString(16)
  DiffieHellman.prototype.setPrivateKey.call(exchange, hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return exchange
}

function toFullLength(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(N_LENGTH_BYTES * 2, '0'), 'hex')
}
