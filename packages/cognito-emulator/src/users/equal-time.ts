import { setTimeout as wait } from 'node:timers/promises'

import { hidesUnknownUsers, type Caller } from '../pools.ts'

/** Longer than an answer takes to compute. */
const SHORTEST_ANSWER_MS = 20

/**
 * Answers a question about a user name. Where the client must not learn whether a user has the name, the answer or error
 * comes after 20 ms at the earliest, so that its time does not depend on what is read and written for a user alone.
 */
export async function answerInEqualTime<Answer>(
  caller: Caller,
  answer: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const earliest = hidesUnknownUsers(caller) ? wait(SHORTEST_ANSWER_MS) : undefined
  try {
    return await answer()
  } finally {
    await earliest
  }
}
