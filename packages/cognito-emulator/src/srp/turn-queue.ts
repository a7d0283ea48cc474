import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs a computation in a turn of the event loop of its own. */
export type TurnQueue = <Result>(compute: () => Result) => Promise<Result>

/**
 * One computation per turn: exponentiations that arrive together do not add up to one long pause, because the event
 * loop serves everything else between any two of them.
 */
export function createTurnQueue(): TurnQueue {
  let lastTurn: Promise<unknown> = Promise.resolve()
  return <Result>(compute: () => Result): Promise<Result> => {
    const turn = lastTurn.then(async () => {
      await nextTurn()
      return compute()
    })
    lastTurn = turn.catch(() => undefined)
    return turn
  }
}
