import { ACCOUNT_STATES } from './account-states.ts'
import { FAILURE_STATES } from './failure-states.ts'
import { LOGIN_STATES } from './login-states.ts'
import { RECOVERY_STATES } from './recovery-states.ts'
import { RESULT_STATES } from './result-states.ts'
import type { ScreenState } from './screen-state.ts'
import { STUDY_STATES } from './study-states.ts'

/**
 * All screens and states. Each part starts in a new profile, and each state continues from the previous state of its part.
 */
export const SCREEN_STATES: Record<
  'login' | 'recovery' | 'study' | 'result' | 'account' | 'failure',
  readonly ScreenState[]
> = {
  login: LOGIN_STATES,
  recovery: RECOVERY_STATES,
  study: STUDY_STATES,
  result: RESULT_STATES,
  account: ACCOUNT_STATES,
  failure: FAILURE_STATES,
}
