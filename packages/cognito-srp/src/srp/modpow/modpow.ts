import type { BigInteger } from 'big-integer'

import { hasNativeBigInt } from '../integer.ts'
import { lazy } from '../lazy.ts'
import type { Group } from '../suite.ts'
import type { Arithmetic } from './arithmetic.ts'
import { createArrayArithmetic } from './array-arithmetic.ts'
import { buildComb, MAX_COMB_BITS, powByComb } from './comb.ts'
import { createNativeArithmetic, MAX_MODULUS_BITS } from './native-arithmetic.ts'
import { runInSlices } from './slices.ts'
import { powByWindows } from './windows.ts'

/** base ^ exponent % N in a fixed group; base from 0 to N - 1, exponent 0 or more. Never blocks for long. */
export type ModPow = (base: BigInteger, exponent: BigInteger) => Promise<BigInteger>

/** Exponentiation for any runtime: native BigInt where there is one, big-integer's arrays of digits where not. */
export function createModPow(group: Group): ModPow {
  return hasNativeBigInt() && group.N.isOdd() && group.N.bitLength().lesserOrEquals(MAX_MODULUS_BITS)
    ? createNativeModPow(group)
    : createArrayModPow(group)
}

/** Through native BigInt; N odd and of at most 3072 bits. */
export function createNativeModPow(group: Group): ModPow {
  return modPowWith(
    group,
    lazy(() => createNativeArithmetic(group.N)),
  )
}

/** Through big-integer's own operations, for runtimes without BigInt. */
export function createArrayModPow(group: Group): ModPow {
  return modPowWith(
    group,
    lazy(() => createArrayArithmetic(group.N)),
  )
}

function modPowWith<T>({ g }: Group, arithmeticOf: () => Arithmetic<T>): ModPow {
  const comb = lazy(() => {
    const arithmetic = arithmeticOf()
    return runInSlices(buildComb(arithmetic, arithmetic.enter(g)))
  })
  return async (base, exponent) => {
    const arithmetic = arithmeticOf()
    const steps =
      base.equals(g) && exponent.bitLength().lesserOrEquals(MAX_COMB_BITS)
        ? powByComb(arithmetic, await comb(), exponent)
        : powByWindows(arithmetic, arithmetic.enter(base), exponent)
    return arithmetic.leave(await runInSlices(steps))
  }
}
