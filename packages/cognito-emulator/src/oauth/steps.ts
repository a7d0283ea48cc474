import { randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import { authSessionEndMs, type Caller } from '../pools/pools.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'

const KEPT_STEPS = 10_000
const KEPT_BYTES = 32 * 2 ** 20
const STEP_BYTES = 2_000

/**
 * A sign-in on the pages between two of its questions. The Session by which it goes on stays here: the page knows a handle,
 * which only the browser can use that was given it.
 */
export type Step = {
  caller: Caller
  username: string
  csrfToken: string
  answer: AuthAnswer
  /** Which second factor is being set up, once that is chosen; for an app the secret that it must know. */
  setUp?: { mfaType: string; secret?: string }
}

/** Steps of all sign-ins, in memory. */
export type Steps = {
  keep(step: Step): string
  /** The step of a handle, for the browser and the client that it was given to. It can be taken once. */
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
