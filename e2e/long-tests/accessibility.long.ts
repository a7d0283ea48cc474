// Runs axe on every screen and state, light and dark, at three widths.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/accessibility.long.ts

import { visitScreens } from '../screens/visit.ts'
import { findViolations } from '../screens/violations.ts'
import { withWholeProduct } from './whole-product.ts'

const problems: string[] = []
const views = await withWholeProduct((whole) =>
  visitScreens(whole, async (page, { name, width, colorScheme }) => {
    const violations = await findViolations(page)
    problems.push(...violations.map((violation) => `${name}, ${width} px, ${colorScheme}: ${violation}`))
  }),
)

for (const problem of problems) console.log(problem)
console.log(`${views} views checked, ${problems.length} violations`)
process.exitCode = problems.length > 0 || views === 0 ? 1 : 0
