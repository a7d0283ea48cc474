import type { Page } from '@playwright/test'

import type { Account, UserPool } from '../user-pool.ts'

/** Where a state is shown: a page, the account that the page signs in with, and the pool for accounts beside it. */
export type Stage = { page: Page; account: Account; pool: UserPool }

/**
 * A state of the app that has a picture; `show` brings the page there from wherever the state before left it. One that
 * differs from others in its words alone is `onlyPicture`: checks of the accessibility learn nothing from it.
 */
export type ScreenState = { name: string; onlyPicture?: true; show: (stage: Stage) => Promise<void> }
