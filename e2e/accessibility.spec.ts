import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

// One width and theme of each state of the part that most students meet; `npm run prove -- accessibility` tries all of all.

test('axe finds nothing on any screen and state of the part "study"', async ({ page, account, pool }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { name, onlyPicture, show } of SCREEN_STATES.study) {
    await show({ page, account, pool })
    if (!onlyPicture) expect.soft(await findViolations(page), name).toEqual([])
  }
})
