import { ASSUMPTIONS } from './src/costs/assumptions.ts'
import { assumptionTable, costTable, priceTable } from './src/costs/tables.ts'
import { runCommand, UsageError } from './src/usage-error.ts'

// Prints the tables of COSTS.md. Arguments are numbers of students: `pnpm run costs 5000 50000`.

const DEFAULT_SIZES = [1_000, 100_000, 10_000_000]

runCommand(() => {
  const given = process.argv.slice(2).map(Number)
  if (given.some((size) => !Number.isInteger(size) || size < 1)) {
    throw new UsageError('A number of students is a whole number above 0. Try: pnpm run costs 5000 50000')
  }
  console.log(costTable(given.length > 0 ? given : DEFAULT_SIZES, ASSUMPTIONS))
  console.log(`\n${assumptionTable(ASSUMPTIONS)}`)
  console.log(`\n${priceTable()}`)
})
