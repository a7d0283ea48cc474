import { setImmediate as nextIteration, setTimeout as wait } from 'node:timers/promises'

import { hidesUnknownUsers, type Caller } from '../pools/pools.ts'

/** Response times are rounded up to multiples of this value. An idle machine responds in less time than this value. */
const STEP_MS = 20
/** Precision of timers, which count whole milliseconds. */
const TIMER_ERROR_MS = 1

/**
 * Runs an operation whose result depends on a user name. If the client must not learn whether the user exists, the
 * result or error is returned after a multiple of 20 ms, so that the response time does not show the extra work for an
 * existing user.
 */
export async function answerInEqualTime<Answer>(caller: Caller, answer: () => Promise<Answer>): Promise<Answer> {
  if (!hidesUnknownUsers(caller)) return answer()
  let momentMs = performance.now()
  const progress = { isAnswered: false }
  const answered = answer().finally(() => {
    progress.isAnswered = true
  })
  answered.catch(() => undefined) // an error is delayed too
  do {
    momentMs += STEP_MS
    await waitUntil(momentMs)
  } while (!progress.isAnswered)
  return answered
}

/** Waits until a time of `performance.now()`. Polls during the last millisecond, because timers are not exact. */
async function waitUntil(momentMs: number): Promise<void> {
  await wait(Math.max(1, momentMs - performance.now() - TIMER_ERROR_MS))
  while (performance.now() < momentMs) await nextIteration()
}
