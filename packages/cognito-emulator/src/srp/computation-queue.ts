import { setImmediate as nextIteration } from 'node:timers/promises'

import { tooManyRequests } from '../service-error.ts'

/** Maximum number of waiting computations. Each takes a few milliseconds, and clients time out in a longer queue. */
const MAX_WAITING = 500

/** An event-loop iteration that takes longer than this means that the emulator is busy. */
const BUSY_ITERATION_MS = 50

/** Maximum total time of the computations in one iteration. */
const MAX_PAUSE_MS = 20

/** Runs a computation after those that are already waiting. @throws {ServiceError} TooManyRequestsException */
export type ComputationQueue = <Result>(compute: () => Result) => Promise<Result>

/**
 * Creates a queue that runs one computation per event-loop iteration. Simultaneous exponentiations do not add up to one
 * long pause, because the event loop handles other work between them. If iterations take long, several computations run
 * in one iteration. Otherwise, a client that sends hundreds of rejected requests could stall the queue. A full queue
 * rejects new computations.
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
