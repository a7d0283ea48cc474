import { setImmediate as nextTurn } from 'node:timers/promises'

import { tooManyRequests } from '../service-error.ts'

/** Computations that wait at a time, each a few milliseconds long: more would wait longer than clients do. */
const LONGEST_QUEUE = 500

/** Runs a computation in a turn of the event loop of its own. @throws {ServiceError} TooManyRequestsException */
export type TurnQueue = <Result>(compute: () => Result) => Promise<Result>

/**
 * One computation per turn: exponentiations that arrive together do not add up to one long pause, because the event
 * loop serves everything else between any two of them. Those that find the queue full are refused at once.
 */
export function createTurnQueue(): TurnQueue {
  let lastTurn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async <Result>(compute: () => Result): Promise<Result> => {
    if (waiting >= LONGEST_QUEUE) throw tooManyRequests()
    waiting += 1
    const turn = lastTurn.then(async () => {
      await nextTurn()
      waiting -= 1
      return compute()
    })
    lastTurn = turn.catch(() => undefined)
    return turn
  }
}
