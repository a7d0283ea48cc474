import { expect, test } from 'vitest'

import { flat, tieredCost } from './tiers.ts'

const TIERS = [
  { upTo: 10, price: 0 },
  { upTo: 100, price: 2 },
  { upTo: Infinity, price: 1 },
]

test.each([
  [0, 0],
  [10, 0],
  [11, 2],
  [100, 180],
  [150, 230],
])('%i units cost %i: each tier has its own price', (quantity, cost) => {
  expect(tieredCost(quantity, TIERS)).toBe(cost)
})

test('a flat price starts where the free quantity ends', () => {
  expect(tieredCost(5, flat(3, 4))).toBe(3)
  expect(tieredCost(5, flat(3))).toBe(15)
})
