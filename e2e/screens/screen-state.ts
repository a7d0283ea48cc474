import type { Page } from '@playwright/test'

import type { Account, UserPool } from '../user-pool.ts'

/** Context of a state: a page, the account that signs in, and the pool for other accounts. */
export type Stage = { page: Page; account: Account; pool: UserPool }

/**
 * A state of the app with a picture. `show` opens it from the previous state. A state is `onlyPicture` if only its texts
 * differ from another state; accessibility checks skip it.
 */
export type ScreenState = { name: string; onlyPicture?: true; show: (stage: Stage) => Promise<void> }
