import * as nodeCrypto from 'node:crypto'

import { power } from '@cognito-srp/testing/srp'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { COGNITO, cognitoGroup } from '../cognito.ts'
import { createGroup } from '../group.ts'
import {
  createOpenSslPow,
  preferOpenSsl,
  privateKeyDer,
  publicKeyDer,
  viaComputeSecret,
  viaKeyObjects,
  type Route,
  type TryPow,
} from './openssl.ts'

const group = cognitoGroup()
const { N, g } = group

const refusing: Route = () => {
  throw new Error('Supplied key is too large')
}
type SetPrivateKey = (this: unknown, key: string, encoding: 'hex') => void

/** Returns node:crypto with another function for setting the private key of a named group. */
function cryptoThatSetsKeys(setPrivateKey: SetPrivateKey): typeof nodeCrypto {
  return {
    ...nodeCrypto,
    DiffieHellman: { prototype: { setPrivateKey } } as unknown as typeof nodeCrypto.DiffieHellman,
  }
}

/** Route of an OpenSSL version that accepts only the subgroup of g. The route is correct for g and for every correct password. */
const residuesOnly: Route = (crypto, group, base, exponent) =>
  power(base, (N - 1n) / 2n) === 1n
    ? viaComputeSecret(crypto, group, base, exponent)
    : refusing(crypto, group, base, exponent)
const wrong: Route = () => new Uint8Array(384).fill(1)
const short: Route = (crypto, group, base, exponent) => viaComputeSecret(crypto, group, base, exponent).subarray(1)

test.each([
  ['throws', refusing],
  ['rejects quadratic non-residues', residuesOnly],
  ['computes a wrong result', wrong],
  ['strips a byte', short],
])('a route that %s is skipped', (_defect, route) => {
  expect(createOpenSslPow(nodeCrypto, group, [route])).toBeNull()
  const spare = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route, spare])
  expect(tryPow?.(3n, 4n)).toBe(81n)
  expect(spare).toHaveBeenCalledTimes(2)
})

test.each<[string, Route]>([
  ['an exception', refusing],
  ['a result without its leading zeros', () => Uint8Array.of(81)],
])('%s after the self-test makes the power null instead of throwing', (_case, later) => {
  const routes = [viaComputeSecret, later]
  const tiring: Route = (...input) => (routes.shift() ?? later)(...input)
  const tryPow = createOpenSslPow(nodeCrypto, group, [tiring])
  expect(tryPow?.(3n, 4n)).toBeNull()
})

test('a power of g is computed as a public key, without a route', () => {
  const route = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route])
  expect(tryPow?.(g, 300n)).toBe(2n ** 300n)
  expect(route).toHaveBeenCalledTimes(1) // the self-test
})

test('createOpenSslPow returns null if named groups ignore a private key', () => {
  const ignoring = cryptoThatSetsKeys(() => {})
  expect(createOpenSslPow(ignoring, group, [viaKeyObjects])).toBeNull()
})

test('every private key is passed as 64 bytes, so that its length does not reveal the exponent', () => {
  const lengths: number[] = []
  const recording = cryptoThatSetsKeys(function setPrivateKey(this: unknown, key, encoding) {
    lengths.push(key.length / 2)
    nodeCrypto.DiffieHellman.prototype.setPrivateKey.call(this as nodeCrypto.DiffieHellman, key, encoding)
  })
  const tryPow = createOpenSslPow(recording, group, [viaComputeSecret])
  const exponents = [1n, 2n ** 255n, 2n ** 512n - 1n]
  expect(exponents.map((exponent) => tryPow?.(g, exponent))).toEqual(exponents.map((exponent) => power(g, exponent)))
  expect(lengths).toEqual(Array.from({ length: 2 + exponents.length }, () => 64))
})

test('unsupported bases and exponents return null', () => {
  const route = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route])
  const untouched = [
    tryPow?.(0n, 5n),
    tryPow?.(1n, 5n),
    tryPow?.(N - 1n, 5n),
    tryPow?.(3n, 0n),
    tryPow?.(g, 0n),
    tryPow?.(g, 2n ** 512n),
  ]
  expect(untouched).toEqual([null, null, null, null, null, null])
  expect(route).toHaveBeenCalledTimes(1) // the self-test
  expect(tryPow?.(g, 2n ** 512n - 1n)).not.toBeNull()
  expect(tryPow?.(N - 2n, 3n)).toBe(N - 8n)
})

test('createOpenSslPow returns null for another group', () => {
  expect(createOpenSslPow(nodeCrypto, { ...group, N: N - 2n })).toBeNull()
  expect(createOpenSslPow(nodeCrypto, { ...group, g: 5n })).toBeNull()
})

test('OpenSSL computes the same shared secret with our keys as with OpenSSL’s keys', () => {
  const theirs = nodeCrypto.getDiffieHellman('modp15')
  const theirPublic = BigInt(`0x${theirs.generateKeys('hex')}`)
  const exponent = 2n ** 300n + 1n
  const key = Buffer.from(privateKeyDer(group, exponent))
  const peer = Buffer.from(publicKeyDer(group, theirPublic))
  const secret = nodeCrypto.diffieHellman({
    privateKey: nodeCrypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    publicKey: nodeCrypto.createPublicKey({ key: peer, format: 'der', type: 'spki' }),
  })
  expect(secret).toEqual(theirs.computeSecret(power(g, exponent).toString(16).padStart(768, '0'), 'hex'))
})

/** Lengths around every size at which DER changes the form of a length (X.690 §8.1.3). */
const LENGTHS_BYTES = [1, 120, 121, 122, 123, 124, 125, 126, 127, 128, 248, 249, 250, 251, 252, 253, 254, 255, 256, 384]

test.each(LENGTHS_BYTES)('OpenSSL reads keys of %i bytes and writes the same DER', (lengthBytes) => {
  const value = 2n ** BigInt(8 * lengthBytes - 2)
  const spki = { format: 'der', type: 'spki' } as const
  const publicKey = Buffer.from(publicKeyDer(group, value))
  expect(nodeCrypto.createPublicKey({ key: publicKey, ...spki }).export(spki)).toEqual(publicKey)

  const pkcs8 = { format: 'der', type: 'pkcs8' } as const
  const privateKey = Buffer.from(privateKeyDer(group, value))
  expect(nodeCrypto.createPrivateKey({ key: privateKey, ...pkcs8 }).export(pkcs8)).toEqual(privateKey)
})

/** Computes only with OpenSSL, so that no fallback can make a test pass. */
function openSslOnly(route: Route): TryPow {
  const tryPow = createOpenSslPow(nodeCrypto, group, [route])
  if (!tryPow) throw new Error('The route is not right on this Node.')
  return tryPow
}

test.each([
  ['computeSecret', viaComputeSecret],
  ['key objects', viaKeyObjects],
])('OpenSSL’s powers through %s equal square-and-multiply on random input', (_name, route) => {
  const tryPow = openSslOnly(route)
  const base = fc.bigInt({ min: 2n, max: N - 2n })
  const exponent = fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 512n - 1n }), fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }))
  fc.assert(
    fc.property(base, exponent, (base, e) => {
      expect(tryPow(base, e)).toBe(power(base, e))
      expect(tryPow(g, e)).toBe(power(g, e))
    }),
    { numRuns: 20 },
  )
})

test('the group computes powers that OpenSSL does not support', async () => {
  const pow = preferOpenSsl(group, () => Promise.resolve(nodeCrypto))
  const long = 2n ** 600n + 1n
  expect(await pow(g, 0n)).toBe(1n)
  expect(await pow(0n, 5n)).toBe(0n)
  expect(await pow(1n, 5n)).toBe(1n)
  expect(await pow(N - 1n, 5n)).toBe(N - 1n)
  expect(await pow(3n, long)).toBe(power(3n, long))
})

test('powers are correct if node:crypto is missing or has no named groups', async () => {
  const missing = () => Promise.reject(new Error('Node.js is not compiled with OpenSSL crypto support'))
  const refuse = () => {
    throw new Error('Unknown DH group')
  }
  const stripped = () => Promise.resolve({ ...nodeCrypto, getDiffieHellman: refuse })
  for (const loadCrypto of [missing, stripped]) {
    expect(await preferOpenSsl(group, loadCrypto)(3n, 100n)).toBe(3n ** 100n)
  }
})

test('OpenSSL computes the powers that it supports', async () => {
  const never = { ...group, pow: () => Promise.reject(new Error('computed without OpenSSL')) }
  const pow = preferOpenSsl(never, () => Promise.resolve(nodeCrypto))
  expect(await pow(g, 300n)).toBe(2n ** 300n)
  expect(await pow(3n, 300n)).toBe(power(3n, 300n))
})

test('node:crypto is loaded once, when the first power is computed', async () => {
  const loadCrypto = vi.fn(() => Promise.resolve(nodeCrypto))
  const pow = preferOpenSsl(createGroup(COGNITO), loadCrypto)
  expect(loadCrypto).not.toHaveBeenCalled()
  expect(await Promise.all([2n, 3n, 4n].map((e) => pow(3n, e)))).toEqual([9n, 27n, 81n])
  expect(loadCrypto).toHaveBeenCalledTimes(1)
})
