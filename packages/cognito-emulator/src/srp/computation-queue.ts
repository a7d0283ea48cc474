import { setImmediate as nextTurn } from 'node:timers/promises'

import { tooManyRequests } from '../service-error.ts'

/** Computations that wait at a time, each a few milliseconds long: more would wait longer than clients do. */
const LONGEST_QUEUE = 500

/** A turn that takes longer serves a crowd. */
const CROWDED_TURN_MS = 50

/** The longest that the computations of one turn take together. */
const LONGEST_PAUSE_MS = 20

/** Runs a computation when it is its turn. @throws {ServiceError} TooManyRequestsException */
export type TurnQueue = <Result>(compute: () => Result) => Promise<Result>

/**
 * One computation per turn of the event loop: exponentiations that arrive together do not add up to one long pause, because
 * the loop serves everything else between any two of them. Where that takes long, several are done in a turn: whoever has
 * hundreds refused in each must not bring those that wait to a halt. Those that find the queue full are refused at once.
 */
export function createTurnQueue(): TurnQueue {
  let lastTurn: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let pauseEndsMs = 0
  return async <Result>(compute: () => Result): Promise<Result> => {
    if (waiting >= LONGEST_QUEUE) throw tooManyRequests()
    waiting += 1
    const turn = lastTurn.then(async () => {
      if (performance.now() >= pauseEndsMs) {
        const startMs = performance.now()
        await nextTurn()
        const endMs = performance.now()
        pauseEndsMs = endMs - startMs > CROWDED_TURN_MS ? endMs + LONGEST_PAUSE_MS : 0
      }
      waiting -= 1
      return compute()
    })
    lastTurn = turn.catch(() => undefined)
    return turn
  }
}
