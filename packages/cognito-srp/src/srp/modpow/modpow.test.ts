import bigInt, { type BigInteger } from 'big-integer'
import { afterEach, expect, test, vi } from 'vitest'

import { loadArrayBigInteger } from '../../../test/array-big-integer.ts'
import { integerToHex } from '../integer.ts'
import { cognitoSuite } from '../suite.ts'
import { createModPow } from './modpow.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const { N, g } = cognitoSuite()

test.each([
  ['even', bigInt(2).pow(64)],
  ['wider than 3072 bits', bigInt(2).pow(3217).prev()], // a Mersenne prime
])('a modulus that is %s works too', async (_kind, modulus) => {
  const modPow = createModPow({ N: modulus, g: bigInt(3) })
  const base = modulus.minus(3)
  expect(await modPow(base, bigInt(5))).toEqual(bigInt(3).pow(5).negate().add(modulus.multiply(3)).mod(modulus))
  expect(await modPow(bigInt(3), bigInt(41))).toEqual(bigInt(3).pow(41).mod(modulus))
})

test('where there is BigInt, big-integer divides nothing', async () => {
  const mod = vi.spyOn(Object.getPrototypeOf(N) as BigInteger, 'mod')
  const modPow = createModPow({ N, g })
  expect(await modPow(g, bigInt(3000))).toEqual(bigInt(2n ** 3000n))
  expect(mod).not.toHaveBeenCalled()
})

test('a runtime without BigInt computes in arrays of digits', async () => {
  const arrayBigInt = loadArrayBigInteger()
  vi.stubGlobal('BigInt', undefined)
  const modPow = createModPow({ N: arrayBigInt(1_000_003), g: arrayBigInt(2) })
  const power = await modPow(arrayBigInt(2), arrayBigInt(100))
  expect(integerToHex(power)).toBe((2n ** 100n % 1_000_003n).toString(16))
})

test('the table for g is built once, and only for exponents that it reaches', async () => {
  vi.stubGlobal('performance', { now: () => 0 }) // every computation is one slice
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('scheduler', { yield: pause })
  const modPow = createModPow({ N, g })
  const slices: number[] = []
  for (const [base, exponent] of [
    [g, bigInt(2).pow(258)],
    [bigInt(3), bigInt(5)],
    [g, bigInt(2).pow(258).prev()],
    [g, bigInt(5)],
  ] as const) {
    pause.mockClear()
    expect(await modPow(base, exponent)).toEqual(base.modPow(exponent, N))
    slices.push(pause.mock.calls.length)
  }
  expect(slices).toEqual([1, 1, 2, 1])
})
