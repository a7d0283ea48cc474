import * as nodeCrypto from 'node:crypto'

import bigInt, { type BigInteger } from 'big-integer'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { loadArrayBigInteger } from '../../../test/array-big-integer.ts'
import { vectorsOf } from '../../../test/vectors.ts'
import { integerToHex, toNative } from '../integer.ts'
import type { PasswordClaimInput } from '../password-claim.ts'
import { cognitoSuite } from '../suite.ts'
import { tracePasswordClaim } from '../trace.ts'
import { createArrayModPow, createNativeModPow, type ModPow } from './modpow.ts'
import { createModPow as createModPowOnNode } from './modpow.node.ts'
import { createOpenSslPow, viaComputeSecret, viaKeyObjects } from './openssl.ts'

const { N, g } = cognitoSuite()
const nativeN = toNative(N)
const native = createNativeModPow({ N, g })
const arrays = modPowInArrays()

const residue = fc.bigInt({ min: 0n, max: nativeN - 1n })
const exponent = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 512n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))

/** Big-integer's own arrays, from and to the integers of this runtime. */
function modPowInArrays(): ModPow {
  const arrayBigInt = loadArrayBigInteger()
  const kept = (integer: BigInteger) => arrayBigInt(integerToHex(integer), 16)
  const modPow = createArrayModPow({ N: kept(N), g: kept(g) })
  return async (base, exponent) => bigInt((await modPow(kept(base), kept(exponent))).toString())
}

/** OpenSSL or nothing: a test must not pass because another path answered. */
function modPowOfRoute(route: typeof viaComputeSecret): ModPow {
  const tryPow = createOpenSslPow(nodeCrypto, { N, g }, [route])
  return async (base, exponent) => tryPow?.(base, exponent) ?? bigInt(-1)
}

const claims = vectorsOf<PasswordClaimInput & { a: string }>('passwordClaim')

test.each(claims)('native BigInt gives $id', async ({ input, output }) => {
  expect(await tracePasswordClaim(input, native)).toMatchObject(output)
})

test.each(claims.filter(({ id }) => id.startsWith('go-') || id === 'helper-signature'))(
  'arrays of digits give $id',
  async ({ input, output }) => {
    expect(await tracePasswordClaim(input, arrays)).toMatchObject(output)
  },
)

test.each([
  ['computeSecret', viaComputeSecret],
  ['key objects', viaKeyObjects],
])('OpenSSL through %s equals native BigInt on random input', async (_route, route) => {
  const openSsl = modPowOfRoute(route)
  const base = fc.bigInt({ min: 2n, max: nativeN - 2n })
  await fc.assert(
    fc.asyncProperty(
      base,
      exponent.filter((e) => e > 0n),
      async (base, e) => {
        expect(await openSsl(bigInt(base), bigInt(e))).toEqual(await native(bigInt(base), bigInt(e)))
      },
    ),
    { numRuns: 40 },
  )
})

test('OpenSSL equals native BigInt on random powers of g', async () => {
  const openSsl = modPowOfRoute(viaComputeSecret)
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n ** 512n - 1n }), async (e) => {
      expect(await openSsl(g, bigInt(e))).toEqual(await native(g, bigInt(e)))
    }),
    { numRuns: 40 },
  )
})

test('arrays of digits equal native BigInt on random input', async () => {
  await fc.assert(
    fc.asyncProperty(residue, exponent, async (base, e) => {
      expect(await arrays(bigInt(base), bigInt(e))).toEqual(await native(bigInt(base), bigInt(e)))
    }),
    { numRuns: 4 },
  )
})

test('native BigInt equals square and multiply with %', async () => {
  await fc.assert(
    fc.asyncProperty(residue, exponent, async (base, e) => {
      expect(toNative(await native(bigInt(base), bigInt(e)))).toBe(powByDivision(base, e))
    }),
    { numRuns: 60 },
  )
})

test('the path of Node answers whatever OpenSSL refuses', async () => {
  const onNode = createModPowOnNode({ N, g })
  const long = bigInt(2).pow(600).next()
  expect(await onNode(g, bigInt.zero)).toEqual(bigInt.one)
  expect(await onNode(bigInt.zero, bigInt(5))).toEqual(bigInt.zero)
  expect(await onNode(bigInt.one, bigInt(5))).toEqual(bigInt.one)
  expect(await onNode(N.prev(), bigInt(5))).toEqual(N.prev())
  expect(toNative(await onNode(bigInt(3), long))).toBe(powByDivision(3n, toNative(long)))
})

test('a Node without crypto, or with another one, computes all the same', async () => {
  const missing = () => Promise.reject(new Error('Node.js is not compiled with OpenSSL crypto support'))
  const stripped = () => Promise.resolve({ ...nodeCrypto, getDiffieHellman: refuse })
  for (const loadCrypto of [missing, stripped]) {
    const onNode = createModPowOnNode({ N, g }, loadCrypto)
    expect(await onNode(bigInt(3), bigInt(100))).toEqual(bigInt(3).pow(100))
  }
})

test('on Node it is OpenSSL that computes, unless another crypto is given', async () => {
  const setPrivateKey = vi.spyOn(nodeCrypto.DiffieHellman.prototype, 'setPrivateKey')
  try {
    expect(await createModPowOnNode({ N, g })(g, bigInt(300))).toEqual(g.pow(300))
    expect(setPrivateKey).toHaveBeenLastCalledWith((300).toString(16).padStart(128, '0'), 'hex')
  } finally {
    setPrivateKey.mockRestore()
  }
})

test('crypto is loaded once, at the first power', async () => {
  const loadCrypto = vi.fn(() => Promise.resolve(nodeCrypto))
  const onNode = createModPowOnNode({ N, g }, loadCrypto)
  expect(loadCrypto).not.toHaveBeenCalled()
  const powers = await Promise.all([2, 3, 4].map((e) => onNode(bigInt(3), bigInt(e))))
  expect(powers).toEqual([bigInt(9), bigInt(27), bigInt(81)])
  expect(loadCrypto).toHaveBeenCalledTimes(1)
})

function refuse(): never {
  throw new Error('Unknown DH group')
}

function powByDivision(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % nativeN
  return result
}
