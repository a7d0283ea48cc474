import type * as NodeCrypto from 'node:crypto'

import bigInt, { type BigInteger } from 'big-integer'

import { fixedLengthBytes, integerFromBytes, integerToHex } from '../integer.ts'
import type { Group } from '../suite.ts'
import { privateKeyDer, publicKeyDer } from './dh-key.ts'

type Crypto = typeof NodeCrypto

/** base ^ exponent % N, or null when OpenSSL does not take that base or exponent: compute it another way. */
export type TryPow = (base: BigInteger, exponent: BigInteger) => BigInteger | null

/** One way to make OpenSSL raise a base to an exponent. It may throw. */
export type Route = (crypto: Crypto, group: Group, base: BigInteger, exponent: BigInteger) => Uint8Array

const MODP15_LENGTH_BYTES = 384
/** The longest a + u * x of a sign-in; longer ones come from test vectors only. */
const MAX_EXPONENT_BITS = 512

/** Documented for DiffieHellmanGroup: the base takes the place of the other party's public key. */
export const viaComputeSecret: Route = (crypto, _group, base, exponent) =>
  modp15With(crypto, exponent).computeSecret(fixedLengthBytes(base, MODP15_LENGTH_BYTES))

/** Documented for key objects; needed where computeSecret refuses quadratic non-residues (Node 22, 24 before 24.20). */
export const viaKeyObjects: Route = (crypto, group, base, exponent) => {
  const privateKey = asBuffer(privateKeyDer(group, exponent))
  const publicKey = asBuffer(publicKeyDer(group, base))
  return crypto.diffieHellman({
    privateKey: crypto.createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
    publicKey: crypto.createPublicKey({ key: publicKey, format: 'der', type: 'spki' }),
  })
}

/**
 * OpenSSL's constant-time exponentiation behind node:crypto's Diffie-Hellman, whose `modp15` is Cognito's group.
 *
 * Never through `createDiffieHellman(N, g)`: that checks N for primality, 1.5 s on some versions of Node.
 *
 * @returns null when this group is not modp15 or when no route computes right here
 */
export function createOpenSslPow(
  crypto: Crypto,
  group: Group,
  routes: readonly Route[] = [viaComputeSecret, viaKeyObjects],
): TryPow | null {
  if (!isModp15(crypto, group)) return null
  const { N, g } = group
  const route = routes.find((candidate) => isRight(candidate, crypto, group))
  if (route === undefined || !powOfG(crypto, bigInt(7)).equals(128)) return null

  return (base, exponent) => {
    if (exponent.isZero() || exponent.bitLength().greater(MAX_EXPONENT_BITS)) return null
    if (base.lesserOrEquals(1) || base.greaterOrEquals(N.prev())) return null
    return base.equals(g) ? powOfG(crypto, exponent) : powByRoute(route, crypto, group, base, exponent)
  }
}

/**
 * (N - 2)^7 = N - 128. N - 2 is a quadratic non-residue: with g, or any base of a right password, a route that refuses
 * those would pass.
 */
function isRight(route: Route, crypto: Crypto, group: Group): boolean {
  const result = powByRoute(route, crypto, group, group.N.minus(2), bigInt(7))
  return result !== null && result.equals(group.N.minus(128))
}

function powByRoute(
  route: Route,
  crypto: Crypto,
  group: Group,
  base: BigInteger,
  exponent: BigInteger,
): BigInteger | null {
  try {
    const bytes = route(crypto, group, base, exponent)
    return bytes.length === MODP15_LENGTH_BYTES ? integerFromBytes(bytes) : null
  } catch {
    return null // refused: the caller computes it without OpenSSL
  }
}

/** The public key that belongs to the exponent as private key. */
function powOfG(crypto: Crypto, exponent: BigInteger): BigInteger {
  return integerFromBytes(modp15With(crypto, exponent).generateKeys())
}

/** The declared type asks for a Buffer; node:crypto takes any bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return bytes as Buffer
}

/** Node gives named groups no `setPrivateKey` of their own, but they take that of the class. */
function modp15With(crypto: Crypto, exponent: BigInteger): NodeCrypto.DiffieHellman {
  const dh = crypto.getDiffieHellman('modp15') as NodeCrypto.DiffieHellman
  const key = integerToHex(exponent).padStart(MAX_EXPONENT_BITS / 4, '0')
  crypto.DiffieHellman.prototype.setPrivateKey.call(dh, key, 'hex')
  return dh
}

function isModp15(crypto: Crypto, { N, g }: Group): boolean {
  const modp15 = crypto.getDiffieHellman('modp15')
  return integerFromBytes(modp15.getPrime()).equals(N) && integerFromBytes(modp15.getGenerator()).equals(g)
}
