import { FAILURE_STATES } from './failure-states.ts'
import { LOGIN_STATES } from './login-states.ts'
import { RESULT_STATES } from './result-states.ts'
import type { ScreenState } from './stage.ts'
import { STUDY_STATES } from './study-states.ts'

/** Every screen and state. Each part starts in a fresh profile; in it a state is one step from the one before. */
export const SCREEN_STATES: Record<'login' | 'study' | 'result' | 'failure', readonly ScreenState[]> = {
  login: LOGIN_STATES,
  study: STUDY_STATES,
  result: RESULT_STATES,
  failure: FAILURE_STATES,
}
