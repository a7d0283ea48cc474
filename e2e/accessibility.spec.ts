import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

/** The last state of the way that every student takes; what comes after it takes minutes. */
const LAST_STATE = 'quiz-wrong'

// One width and theme of the states that every student meets; `npm run prove -- accessibility` tries all of all.

test('axe finds nothing from an empty home to a wrong answer', async ({ page, account, pool }) => {
  const last = SCREEN_STATES.study.findIndex(({ name }) => name === LAST_STATE)
  expect(last).toBeGreaterThan(0)
  for (const { name, onlyPicture, show } of SCREEN_STATES.study.slice(0, last + 1)) {
    await show({ page, account, pool })
    if (!onlyPicture) expect.soft(await findViolations(page), name).toEqual([])
  }
})
