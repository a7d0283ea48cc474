import { setImmediate as nextIteration } from 'node:timers/promises'

import { tooManyRequests } from '../service-error.ts'

/**
 * Maximum number of waiting computations. Each computation takes a few milliseconds, and clients in a longer queue
 * would time out.
 */
const MAX_WAITING = 500

/** Duration of an event-loop iteration above which the emulator counts as busy. */
const BUSY_ITERATION_MS = 50

/** Maximum total time of the computations in one iteration. */
const MAX_PAUSE_MS = 20

/**
 * Runs a computation after the computations that are already waiting. @throws {ServiceError} TooManyRequestsException
 */
export type ComputationQueue = <Result>(compute: () => Result) => Promise<Result>

/**
 * Creates a queue that runs one computation per event-loop iteration. The event loop handles other work between two
 * computations, so simultaneous exponentiations do not cause one long pause. If iterations take long, several
 * computations run in one iteration. Otherwise, a client that sends hundreds of rejected requests could stall the
 * queue. A full queue rejects new computations.
 */
export function createComputationQueue(): ComputationQueue {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let pauseEndsMs = 0
  return async <Result>(compute: () => Result): Promise<Result> => {
    if (waiting >= MAX_WAITING) throw tooManyRequests()
    waiting += 1
    const result = last.then(async () => {
      if (performance.now() >= pauseEndsMs) {
        const startMs = performance.now()
        await nextIteration()
        const endMs = performance.now()
        pauseEndsMs = endMs - startMs > BUSY_ITERATION_MS ? endMs + MAX_PAUSE_MS : 0
      }
      waiting -= 1
      return compute()
    })
    last = result.catch(() => undefined)
    return result
  }
}
