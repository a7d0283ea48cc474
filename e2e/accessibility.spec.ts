import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

/** The last state in which this test runs axe. The later states take minutes. */
const LAST_STATE = 'quiz-wrong'

// Checks the states that every student sees, at one width and in one theme. `npm run prove -- accessibility` checks all of
// them.

test('axe finds no accessibility violation on any screen from an empty home to a wrong answer', async ({
  page,
  account,
  pool,
}) => {
  const last = SCREEN_STATES.study.findIndex(({ name }) => name === LAST_STATE)
  expect(last).toBeGreaterThan(0)
  for (const { name, onlyPicture, show } of SCREEN_STATES.study.slice(0, last + 1)) {
    await show({ page, account, pool })
    if (!onlyPicture) expect.soft(await findViolations(page), name).toEqual([])
  }
})
