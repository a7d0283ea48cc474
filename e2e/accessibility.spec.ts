import { expect, test } from './product.ts'
import { SCREEN_STATES } from './screens/states.ts'
import { findViolations } from './screens/violations.ts'

// One width and theme of each state of the parts that most students meet; `npm run prove` tries all of all parts.

const PARTS = ['study', 'failure'] as const

for (const part of PARTS) {
  test(`axe finds nothing on any screen and state of the part "${part}"`, async ({ page, account, pool }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const { name, onlyPicture, show } of SCREEN_STATES[part]) {
      await show({ page, account, pool })
      if (!onlyPicture) expect.soft(await findViolations(page), name).toEqual([])
    }
  })
}
