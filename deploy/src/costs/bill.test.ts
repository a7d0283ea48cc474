import { expect, test } from 'vitest'

import { ASSUMPTIONS } from './assumptions.ts'
import { monthlyBill } from './bill.ts'

test('the plan of 100,000 active students costs what the list price says', () => {
  expect(monthlyBill(100_000, ASSUMPTIONS).services['Cognito (Essentials)']).toBeCloseTo(90_000 * 0.015)
})

test('the LITE plan replaces the ESSENTIALS plan in the total', () => {
  const { total, totalLite } = monthlyBill(100_000, ASSUMPTIONS)
  expect(total - totalLite).toBeCloseTo(90_000 * (0.015 - 0.0055))
})

test('a price per million is charged per million', () => {
  const calls = 1_000 * (12 + 12 + 240 + 240)
  const extraUnits = 1_000 // the bank is longer than one unit of 512 KB
  expect(monthlyBill(1_000, ASSUMPTIONS).services['API Gateway']).toBeCloseTo((calls + extraUnits) / 1_000_000)
})

test('the total is the sum of the services', () => {
  const { services, total } = monthlyBill(10_000_000, ASSUMPTIONS)
  expect(Object.values(services).reduce((sum, cost) => sum + cost, 0)).toBeCloseTo(total)
})
