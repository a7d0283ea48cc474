import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

// One width and theme of each state; `pnpm run prove` tries them all.

for (const [part, states] of Object.entries(SCREEN_STATES)) {
  test(`axe finds nothing on any screen and state of the part "${part}"`, async ({ page, account, pool }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { name, onlyPicture, show } of states) {
      await show({ page, account, pool })
      if (!onlyPicture) expect.soft(await findViolations(page), name).toEqual([])
    }
  })
}
