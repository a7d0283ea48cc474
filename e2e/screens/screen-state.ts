import type { Page } from '@playwright/test'

import type { Account, UserPool } from '../user-pool.ts'

/** Context of a state: a page, the account that signs in, and the pool for other accounts. */
export type Stage = { page: Page; account: Account; pool: UserPool }

/**
 * A state of the app that is captured in a screenshot. `show` opens the state from the previous state. `onlyPicture`
 * marks a state that differs from another state only in its texts, so accessibility.spec.ts skips it.
 */
export type ScreenState = { name: string; onlyPicture?: true; show: (stage: Stage) => Promise<void> }
