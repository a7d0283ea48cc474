import { setTimeout as wait } from 'node:timers/promises'

import { hidesUnknownUsers, type Caller } from '../pools.ts'

/** Longer than an answer takes to compute on a machine that is not busy. */
const STEP_MS = 20

/**
 * Answers a question about a user name. Where the client must not learn whether a user has the name, the answer or error
 * comes after a multiple of 20 ms, so that its time does not depend on what is read and written for a user alone. One
 * that takes longer than a step, on a busy machine, waits for the end of the next step.
 */
export async function answerInEqualTime<Answer>(
  caller: Caller,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const startMs = performance.now()
  try {
    return await answer()
  } finally {
    if (hidesUnknownUsers(caller)) await wait(STEP_MS - ((performance.now() - startMs) % STEP_MS))
  }
}
