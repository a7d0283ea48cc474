import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { ASSUMPTIONS } from './assumptions.ts'
import { PRICES } from './prices.ts'
import { assumptionTable, costTable, priceTable } from './tables.ts'

const page = readFileSync(new URL('../../COSTS.md', import.meta.url), 'utf8')

test.each([
  ['costs', costTable([1_000, 100_000, 10_000_000], ASSUMPTIONS)],
  ['assumptions', assumptionTable(ASSUMPTIONS)],
  ['prices', priceTable()],
])('COSTS.md holds the table of %s as the script prints it', (_name, table) => {
  expect(page).toContain(table)
})

test('every price has a source and a date, or says that it has none', () => {
  for (const { source, asOf } of Object.values(PRICES)) {
    expect(source).toMatch(/\.(com|sh|dev|co)\/|^AWS Price List|^not found/)
    expect(asOf).toMatch(/20\d\d|without a date|—/)
  }
})

test('a size prints its own column', () => {
  expect(costTable([5_000], ASSUMPTIONS)).toMatch(/^\| per month \| 5,000 students \|/)
})
