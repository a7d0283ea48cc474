import { DiffieHellman, getDiffieHellman } from 'node:crypto'

import { toInteger } from './encoding.ts'
import { N } from './group.ts'

const N_LENGTH_BYTES = 384
const WINDOW_BITS = 4n

/** g^exponent mod N for g = 2. OpenSSL knows the group as `modp15`, so this is its Diffie-Hellman public key. */
export function powerOfG(exponent: bigint): bigint {
  if (exponent === 0n) return 1n
  return toInteger(groupWithPrivateKey(exponent).generateKeys())
}

/** base^exponent mod N: OpenSSL's shared secret where it takes the base, native BigInt where it refuses it. */
export function power(base: bigint, exponent: bigint): bigint {
  const canonical = base % N
  if (exponent === 0n) return 1n
  if (canonical <= 1n || canonical === N - 1n) return powerByWindows(canonical, exponent)
  try {
    return toInteger(groupWithPrivateKey(exponent).computeSecret(toFullLength(canonical)))
  } catch {
    return powerByWindows(canonical, exponent) // OpenSSL refuses quadratic non-residues: an honest client sends none
  }
}

/** base^exponent mod N with native BigInt alone, in fixed windows. */
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
  const exchange = group as DiffieHellman // the group object lacks setPrivateKey, not the machinery under it
  const hex = exponent.toString(16)
  DiffieHellman.prototype.setPrivateKey.call(exchange, hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return exchange
}

function toFullLength(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(N_LENGTH_BYTES * 2, '0'), 'hex')
}
