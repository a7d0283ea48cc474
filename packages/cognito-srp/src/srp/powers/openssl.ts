import type * as NodeCrypto from 'node:crypto'

import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

import type { Group, Pow } from '../group.ts'
import { integer, padBytes } from '../integers.ts'

type Crypto = typeof NodeCrypto

/** Computes base ^ exponent % N, or returns null if OpenSSL does not support that base or exponent. */
export type TryPow = (base: bigint, exponent: bigint) => bigint | null

/** Method that computes a power with OpenSSL. It may throw. */
export type Route = (crypto: Crypto, group: Group, base: bigint, exponent: bigint) => Uint8Array

const MODP15_LENGTH_BYTES = 384
/** Maximum length of a + u * x in a sign-in. Only test vectors have longer exponents. */
const MAX_EXPONENT_DIGITS = 128

/**
 * Creates the `pow` for Node. It uses OpenSSL if OpenSSL's results are correct, and otherwise `group.pow`. Loads node:crypto when
 * the first power is computed.
 */
export function preferOpenSsl(group: Group, loadCrypto: () => Promise<Crypto>): Pow {
  let openSsl: Promise<TryPow | null> | undefined
  const load = async () => {
    try {
      return createOpenSslPow(await loadCrypto(), group)
    } catch {
      return null // node:crypto is missing or has no named groups
    }
  }
  return async (base, exponent) => (await (openSsl ??= load()))?.(base, exponent) ?? group.pow(base, exponent)
}

/** Uses `computeSecret`, which Node documents for DiffieHellmanGroup. The base replaces the other party's public key. */
export const viaComputeSecret: Route = (crypto, _group, base, exponent) =>
  modp15With(crypto, exponent).computeSecret(hexToBytes(base.toString(16).padStart(2 * MODP15_LENGTH_BYTES, '0')))

/**
 * Uses `diffieHellman`, which Node documents for key objects. This route is needed because `computeSecret` rejects quadratic
 * non-residues in Node 22 and in Node 24 before 24.20.
 */
export const viaKeyObjects: Route = (crypto, group, base, exponent) => {
  const privateKey = asBuffer(privateKeyDer(group, exponent))
  const publicKey = asBuffer(publicKeyDer(group, base))
  return crypto.diffieHellman({
    privateKey: crypto.createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
    publicKey: crypto.createPublicKey({ key: publicKey, format: 'der', type: 'spki' }),
  })
}

/**
 * Creates a function that computes powers with the Diffie-Hellman exchange of node:crypto, which uses OpenSSL's constant-time
 * exponentiation. The group `modp15` is Cognito's group.
 *
 * Does not use `createDiffieHellman(N, g)`, which checks whether N is prime and takes 1.5 s on some versions of Node.
 *
 * @returns null if the group is not modp15 or no route computes correct results
 */
export function createOpenSslPow(
  crypto: Crypto,
  group: Group,
  routes: readonly Route[] = [viaComputeSecret, viaKeyObjects],
): TryPow | null {
  if (!isModp15(crypto, group)) return null
  const { N, g } = group
  const route = routes.find((candidate) => isRight(candidate, crypto, group))
  if (route === undefined || powOfG(crypto, BigInt(7)) !== BigInt(128)) return null

  return (base, exponent) => {
    if (exponent === BigInt(0) || exponent.toString(16).length > MAX_EXPONENT_DIGITS) return null
    if (base <= BigInt(1) || base >= N - BigInt(1)) return null
    return base === g ? powOfG(crypto, exponent) : powByRoute(route, crypto, group, base, exponent)
  }
}

/**
 * Tests a route with (N - 2)^7 = N - 128. N - 2 is a quadratic non-residue. A test with g, or with the base from a correct
 * password, would accept a route that rejects non-residues.
 */
function isRight(route: Route, crypto: Crypto, group: Group): boolean {
  return powByRoute(route, crypto, group, group.N - BigInt(2), BigInt(7)) === group.N - BigInt(128)
}

function powByRoute(route: Route, crypto: Crypto, group: Group, base: bigint, exponent: bigint): bigint | null {
  try {
    const bytes = route(crypto, group, base, exponent)
    return bytes.length === MODP15_LENGTH_BYTES ? integer(bytes) : null
  } catch {
    return null // the caller computes the power without OpenSSL
  }
}

/** Computes a power of g as the public key of a key exchange whose private key is the exponent. */
function powOfG(crypto: Crypto, exponent: bigint): bigint {
  return integer(modp15With(crypto, exponent).generateKeys())
}

/**
 * Creates a key exchange with our own private key. Node does not document a function that sets the private key of a named
 * group, but named groups accept `setPrivateKey` of the class `DiffieHellman`. This method works on every tested version of
 * Node (20.0 to 26), and a self-test checks the method first.
 *
 * The documented method, with DER keys and key objects, computes every power twice, because OpenSSL also derives the public key
 * from the private key. The table shows milliseconds for g^a, g^x and S together, as medians of 120 alternating runs on
 * 2026-11-21.
 *
 * | Node (OpenSSL)   | this function | key objects only |
 * |------------------|---------|-------------------|
 * | 20.20 (3.0.19)   | 2.5     | 17.7              |
 * | 22.23 (3.5.8)    | 3.7     | 3.8               |
 * | 24.0 (3.0.16)    | 10.1    | 11.0              |
 * | 24.21 (3.5.8)    | 2.6     | 4.5               |
 */
function modp15With(crypto: Crypto, exponent: bigint): NodeCrypto.DiffieHellman {
  const dh = crypto.getDiffieHellman('modp15') as NodeCrypto.DiffieHellman
  const key = exponent.toString(16).padStart(MAX_EXPONENT_DIGITS, '0')
  crypto.DiffieHellman.prototype.setPrivateKey.call(dh, key, 'hex')
  return dh
}

function isModp15(crypto: Crypto, { N, g }: Group): boolean {
  const modp15 = crypto.getDiffieHellman('modp15')
  return integer(modp15.getPrime()) === N && integer(modp15.getGenerator()) === g
}

/** Casts bytes to the declared type Buffer. node:crypto also accepts a Uint8Array. */
function asBuffer(bytes: Uint8Array): Buffer {
  return bytes as Buffer
}

const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const SEQUENCE = 0x30

const VERSION = 0

/** dhKeyAgreement, 1.2.840.113549.1.3.1 (PKCS #3 §9). */
const DH_KEY_AGREEMENT = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x03, 0x01]

/** Encodes a PKCS #3 Diffie-Hellman private key in DER, wrapped in PKCS #8 (RFC 5958). */
export function privateKeyDer(group: Group, exponent: bigint): Uint8Array {
  const version = der(INTEGER, Uint8Array.of(VERSION))
  return der(SEQUENCE, version, derAlgorithm(group), der(OCTET_STRING, derInteger(exponent)))
}

/** Encodes a Diffie-Hellman public key in DER as SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
export function publicKeyDer(group: Group, value: bigint): Uint8Array {
  const noUnusedBits = Uint8Array.of(0)
  return der(SEQUENCE, derAlgorithm(group), der(BIT_STRING, noUnusedBits, derInteger(value)))
}

function derAlgorithm({ N, g }: Group): Uint8Array {
  const parameters = der(SEQUENCE, derInteger(N), derInteger(g))
  return der(SEQUENCE, der(OBJECT_IDENTIFIER, Uint8Array.from(DH_KEY_AGREEMENT)), parameters)
}

/** Encodes an integer. DER and `padHex` both use the shortest two's complement. */
function derInteger(value: bigint): Uint8Array {
  return der(INTEGER, padBytes(value.toString(16)))
}

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(...parts)
  return concatBytes(Uint8Array.of(tag), derLength(content.length), content)
}

function derLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length)
  return length <= 0xff ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >> 8, length & 0xff)
}
