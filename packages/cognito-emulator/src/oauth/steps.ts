import { randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import { authSessionEndMs, type Caller } from '../pools/pools.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'

const KEPT_STEPS = 10_000
const KEPT_BYTES = 32 * 2 ** 20
const STEP_BYTES = 2_000

/**
 * A sign-in on the pages, between two challenges. The Session of the challenge stays on the server. The page contains only a
 * handle, and the handle works only in the same browser.
 */
export type Step = {
  caller: Caller
  username: string
  csrfToken: string
  answer: AuthAnswer
  /** The second factor that the user has chosen to set up, and the secret if the factor is an authenticator app. */
  setUp?: { mfaType: string; secret?: string }
}

/** Steps of all sign-ins, which are stored in memory. */
export type Steps = {
  keep(step: Step): string
  /** Returns the step that a handle identifies. A handle works once, and only for the same browser and client. */
  take(handle: string, of: Pick<Step, 'caller' | 'csrfToken'>): Step | undefined
}

export function createSteps(clock: Clock): Steps {
  type Kept = { step: Step; expiresAtMs: number }
  const isOver = ({ expiresAtMs }: Kept): boolean => clock.nowMs() >= expiresAtMs
  const sizeOf = (_handle: string, { step }: Kept): number =>
    STEP_BYTES + 2 * (step.username.length + JSON.stringify(step.answer).length)
  const steps = createBoundedMap<Kept>({ entries: KEPT_STEPS, bytes: KEPT_BYTES, sizeOf, isOver })
  return {
    keep(step) {
      const handle = randomUUID()
      steps.set(handle, { step, expiresAtMs: authSessionEndMs(step.caller.client, clock.nowMs()) })
      return handle
    },
    take(handle, { caller, csrfToken }) {
      const kept = steps.get(handle)
      if (!kept || isOver(kept)) return undefined
      const { step } = kept
      if (step.caller.client.id !== caller.client.id || step.csrfToken !== csrfToken) return undefined
      steps.delete(handle)
      return step
    },
  }
}
