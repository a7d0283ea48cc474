import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

import { cognitoGroup } from '../cognito.ts'
import { buildComb, createPow, MAX_COMB_BITS, powByComb, powByWindows, type Arithmetic } from './exponentiation.ts'
import { createMontgomery } from './montgomery.ts'
import type { Steps } from './slices.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const { N, g } = cognitoGroup()
const native = createMontgomery(N)
const combExponent = fc.bigInt({ min: 0n, max: 2n ** BigInt(MAX_COMB_BITS) - 1n })

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

test('the comb and the windows compute the same power of g', () => {
  const base = native.enter(g)
  const table = finish(buildComb(native, base))
  const check = (e: bigint) => {
    const byComb = native.leave(finish(powByComb(native, table, e.toString(2))))
    expect(byComb).toBe(native.leave(finish(powByWindows(native, base, e.toString(2)))))
  }
  const single = [0n, 1n, 42n, 43n, 85n, 86n, 171n, 172n, 214n, 215n, 255n, 257n].map((bit) => 2n ** bit)
  for (const e of [0n, 2n ** 258n - 1n, ...single]) check(e)
  fc.assert(fc.property(combExponent, check), { numRuns: 20 })
})

test('windows compute 2^e for small and large e below 3072', () => {
  const base = native.enter(g)
  for (let e = 0; e < 3072; e += e < 64 ? 1 : 61) {
    expect(native.leave(finish(powByWindows(native, base, e.toString(2))))).toBe(2n ** BigInt(e))
  }
})

test('powers equal the results of square-and-multiply with the % operator', async () => {
  const { pow } = cognitoGroup()
  const residue = fc.bigInt({ min: 0n, max: N - 1n })
  const exponent = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 512n - 1n }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
  await fc.assert(
    fc.asyncProperty(residue, exponent, async (base, e) => {
      expect(await pow(base, e)).toBe(powByDivision(base, e))
      expect(await pow(g, e)).toBe(powByDivision(g, e))
    }),
    { numRuns: 25 },
  )
})

/** Arithmetic that adds instead of multiplying, so powers become multiples. The arithmetic records every operation. */
function recorder(): { operations: string[]; arithmetic: Arithmetic<bigint, bigint> } {
  const operations: string[] = []
  const multiply = (left: bigint, right: bigint) => {
    operations.push('multiply')
    return left + right
  }
  const square = (factor: bigint) => {
    operations.push('square')
    return 2n * factor
  }
  return { operations, arithmetic: { one: 0n, enter: () => 1n, multiply, square, leave: (value) => value } }
}

test.each([0n, 1n, 2n ** 255n, 2n ** 511n, 2n ** 512n - 1n])('the number of operations does not reveal e = %i', (e) => {
  const { operations, arithmetic } = recorder()
  expect(finish(powByWindows(arithmetic, 1n, e.toString(2)))).toBe(e)
  expect(operations.length).toBe(31 + 103 * 6)
})

test.each([0n, 1n, 2n ** 43n, 2n ** 255n, 2n ** 258n - 1n])('the comb uses 86 operations for e = %i', (e) => {
  const { operations, arithmetic } = recorder()
  const table = finish(buildComb(arithmetic, 1n))
  expect(operations.length).toBe(62 + 5 * 43)
  operations.length = 0
  expect(finish(powByComb(arithmetic, table, e.toString(2)))).toBe(e)
  expect(operations.length).toBe(86)
})

test('the table for g is built only once, at the first power of g whose exponent is within the range of the table', async () => {
  vi.stubGlobal('performance', { now: () => 0 }) // one slice per computation
  const pause = vi.fn<() => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('scheduler', { yield: pause })
  const createArithmetic = vi.fn(() => createMontgomery(N))
  const pow = createPow(g, createArithmetic)
  expect(createArithmetic).not.toHaveBeenCalled()
  const slices: number[] = []
  for (const [base, exponent] of [
    [g, 2n ** 258n],
    [3n, 5n],
    [g, 2n ** 258n - 1n],
    [g, 5n],
  ] as const) {
    pause.mockClear()
    expect(await pow(base, exponent)).toBe(powByDivision(base, exponent))
    slices.push(pause.mock.calls.length)
  }
  expect(slices).toEqual([1, 1, 2, 1])
  expect(createArithmetic).toHaveBeenCalledTimes(1)
})

function powByDivision(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % N
  return result
}
