import bigInt from 'big-integer'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cognitoSuite } from '../suite.ts'
import type { Arithmetic } from './arithmetic.ts'
import { buildComb, MAX_COMB_BITS, powByComb } from './comb.ts'
import { createNativeArithmetic } from './native-arithmetic.ts'
import type { Steps } from './slices.ts'
import { powByWindows } from './windows.ts'

const { N, g } = cognitoSuite()
const native = createNativeArithmetic(N)
const combExponent = fc.bigInt({ min: 0n, max: 2n ** BigInt(MAX_COMB_BITS) - 1n })

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

test('the comb and the windows give the same power of g', () => {
  const base = native.enter(g)
  const table = finish(buildComb(native, base))
  const check = (e: bigint) => {
    const byComb = native.leave(finish(powByComb(native, table, bigInt(e))))
    expect(byComb).toEqual(native.leave(finish(powByWindows(native, base, bigInt(e)))))
  }
  const single = [0n, 1n, 42n, 43n, 85n, 86n, 171n, 172n, 214n, 215n, 255n, 257n].map((bit) => 2n ** bit)
  for (const e of [0n, 2n ** 258n - 1n, ...single]) check(e)
  fc.assert(fc.property(combExponent, check), { numRuns: 40 })
})

test('windows give 2^e for exponents of all lengths below 3072', () => {
  const base = native.enter(g)
  for (let e = 0; e < 3072; e += e < 64 ? 1 : 61) {
    expect(native.leave(finish(powByWindows(native, base, bigInt(e))))).toEqual(bigInt(2).pow(e))
  }
})

/** Addition in place of multiplication: powers become multiples, and every operation is counted and remembered. */
function recorder(): { operations: string[]; arithmetic: Arithmetic<bigint> } {
  const operations: string[] = []
  const multiply = (left: bigint, right: bigint) => {
    operations.push('multiply')
    return left + right
  }
  const square = (factor: bigint) => {
    operations.push('square')
    return 2n * factor
  }
  return { operations, arithmetic: { one: 0n, enter: () => 1n, multiply, square, leave: (value) => bigInt(value) } }
}

test.each([0n, 1n, 2n ** 255n, 2n ** 511n, 2n ** 512n - 1n])('the number of operations does not tell e = %i', (e) => {
  const { operations, arithmetic } = recorder()
  expect(finish(powByWindows(arithmetic, 1n, bigInt(e)))).toBe(e)
  expect(operations.length).toBe(31 + 103 * 6)
})

test.each([0n, 1n, 2n ** 43n, 2n ** 255n, 2n ** 258n - 1n])('the comb takes 86 operations for e = %i', (e) => {
  const { operations, arithmetic } = recorder()
  const table = finish(buildComb(arithmetic, 1n))
  expect(operations.length).toBe(62 + 5 * 43)
  operations.length = 0
  expect(finish(powByComb(arithmetic, table, bigInt(e)))).toBe(e)
  expect(operations.length).toBe(86)
})
