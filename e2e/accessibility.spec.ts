import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

/** The last state in which this test runs axe. The later states take minutes. */
const LAST_STATE = 'quiz-wrong'

// Checks the first states of a new student, at one width and in one theme. `npm run prove -- accessibility` checks all
// states.

test('axe finds no accessibility violation on the screens from the empty statistics to a wrong answer', async ({
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
