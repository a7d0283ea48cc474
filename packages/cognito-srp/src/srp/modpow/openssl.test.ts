import * as nodeCrypto from 'node:crypto'

import bigInt from 'big-integer'
import { expect, test, vi } from 'vitest'

import { fixedLengthBytes, integerFromBytes } from '../integer.ts'
import { cognitoSuite } from '../suite.ts'
import { privateKeyDer, publicKeyDer } from './dh-key.ts'
import { createOpenSslPow, viaComputeSecret, viaKeyObjects, type Route } from './openssl.ts'

const group = cognitoSuite()
const { N, g } = group

const refusing: Route = () => {
  throw new Error('Supplied key is too large')
}
type SetPrivateKey = (this: unknown, key: string, encoding: 'hex') => void

/** node:crypto with another way to set the private key of a named group. */
function cryptoThatSetsKeys(setPrivateKey: SetPrivateKey): typeof nodeCrypto {
  return {
    ...nodeCrypto,
    DiffieHellman: { prototype: { setPrivateKey } } as unknown as typeof nodeCrypto.DiffieHellman,
  }
}

/** What a version does that takes only the subgroup of g: right with g and with every right password. */
const residuesOnly: Route = (crypto, group, base, exponent) =>
  base.modPow(N.prev().divide(2), N).equals(1)
    ? viaComputeSecret(crypto, group, base, exponent)
    : refusing(crypto, group, base, exponent)
const wrong: Route = () => new Uint8Array(384).fill(1)
const short: Route = (crypto, group, base, exponent) => viaComputeSecret(crypto, group, base, exponent).subarray(1)

test.each([
  ['refuses', refusing],
  ['refuses quadratic non-residues', residuesOnly],
  ['computes wrong', wrong],
  ['strips a byte', short],
])('a route that %s is passed over', (_defect, route) => {
  expect(createOpenSslPow(nodeCrypto, group, [route])).toBeNull()
  const spare = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route, spare])
  expect(tryPow?.(bigInt(3), bigInt(4))).toEqual(bigInt(81))
  expect(spare).toHaveBeenCalledTimes(2)
})

test.each<[string, Route]>([
  ['a refusal', refusing],
  ['an answer without its leading zeros', () => Uint8Array.of(81)],
])('%s after the self-test gives null, not an error', (_case, later) => {
  const routes = [viaComputeSecret, later]
  const tiring: Route = (...input) => (routes.shift() ?? later)(...input)
  const tryPow = createOpenSslPow(nodeCrypto, group, [tiring])
  expect(tryPow?.(bigInt(3), bigInt(4))).toBeNull()
})

test('a power of g is a public key and needs no route', () => {
  const route = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route])
  expect(tryPow?.(g, bigInt(300))).toEqual(g.pow(300))
  expect(route).toHaveBeenCalledTimes(1) // the self-test
})

test('a Node whose named groups ignore a private key is left to another path', () => {
  const ignoring = cryptoThatSetsKeys(() => {})
  expect(createOpenSslPow(ignoring, group, [viaKeyObjects])).toBeNull()
})

test('every private key is handed over in 64 bytes: its length does not tell the exponent', () => {
  const lengths: number[] = []
  const recording = cryptoThatSetsKeys(function setPrivateKey(this: unknown, key, encoding) {
    lengths.push(key.length / 2)
    nodeCrypto.DiffieHellman.prototype.setPrivateKey.call(this as nodeCrypto.DiffieHellman, key, encoding)
  })
  const tryPow = createOpenSslPow(recording, group, [viaComputeSecret])
  const exponents = [bigInt.one, bigInt(2).pow(255), bigInt(2).pow(512).prev()]
  expect(exponents.map((exponent) => tryPow?.(g, exponent))).toEqual(exponents.map((exponent) => g.modPow(exponent, N)))
  expect(lengths).toEqual(Array.from({ length: 2 + exponents.length }, () => 64))
})

test('bases and exponents that OpenSSL does not take are left to another path', () => {
  const route = vi.fn<Route>(viaComputeSecret)
  const tryPow = createOpenSslPow(nodeCrypto, group, [route])
  const untouched = [
    tryPow?.(bigInt.zero, bigInt(5)),
    tryPow?.(bigInt.one, bigInt(5)),
    tryPow?.(N.prev(), bigInt(5)),
    tryPow?.(bigInt(3), bigInt.zero),
    tryPow?.(g, bigInt.zero),
    tryPow?.(g, bigInt(2).pow(512)),
  ]
  expect(untouched).toEqual([null, null, null, null, null, null])
  expect(route).toHaveBeenCalledTimes(1) // the self-test
  expect(tryPow?.(g, bigInt(2).pow(512).prev())).not.toBeNull()
  expect(tryPow?.(N.minus(2), bigInt(3))).toEqual(N.minus(8))
})

test('another group is left to another path', () => {
  expect(createOpenSslPow(nodeCrypto, { N: N.minus(2), g })).toBeNull()
  expect(createOpenSslPow(nodeCrypto, { N, g: bigInt(5) })).toBeNull()
})

test('OpenSSL agrees on a secret through our keys as through its own', () => {
  const theirs = nodeCrypto.getDiffieHellman('modp15')
  const theirPublic = integerFromBytes(theirs.generateKeys())
  const exponent = bigInt(2).pow(300).next()
  const key = Buffer.from(privateKeyDer(group, exponent))
  const peer = Buffer.from(publicKeyDer(group, theirPublic))
  const secret = nodeCrypto.diffieHellman({
    privateKey: nodeCrypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    publicKey: nodeCrypto.createPublicKey({ key: peer, format: 'der', type: 'spki' }),
  })
  expect(secret).toEqual(theirs.computeSecret(fixedLengthBytes(g.modPow(exponent, N), 384)))
})
