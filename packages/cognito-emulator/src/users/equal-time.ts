import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

import { hidesUnknownUsers, type Caller } from '../pools/pools.ts'

/** Longer than a machine at rest computes an answer. */
const STEP_MS = 20
/** A timer waits for whole milliseconds from when the event loop last became idle, which depends on the work before. */
const TIMER_ERROR_MS = 1

/**
 * Answers a question about a user name. Where the client must not learn whether a user has the name, the answer or error
 * comes 20 ms after the question, or a multiple where it takes longer, so that its time does not show what is read and
 * written for a user alone.
 */
export async function answerInEqualTime<Answer>(caller: Caller, answer: () => Promise<Answer>): Promise<Answer> {
  if (!hidesUnknownUsers(caller)) return answer()
  let momentMs = performance.now()
  const progress = { isAnswered: false }
  const answered = answer().finally(() => {
    progress.isAnswered = true
  })
  answered.catch(() => undefined) // an error waits, too
  do {
    momentMs += STEP_MS
    await reach(momentMs)
  } while (!progress.isAnswered)
  return answered
}

/** Waits until a moment of `performance.now()`, the last milliseconds turn by turn of the event loop. */
async function reach(momentMs: number): Promise<void> {
  await wait(Math.max(1, momentMs - performance.now() - TIMER_ERROR_MS))
  while (performance.now() < momentMs) await nextTurn()
}
