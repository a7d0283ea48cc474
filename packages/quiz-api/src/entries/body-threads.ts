import { availableParallelism } from 'node:os'

import { HttpProblem, serverBusy } from '../http/problem.ts'
import type { CheckedBody } from '../http/stats-body.ts'
import { startThreads, ThreadEndedError, ThreadsBusyError } from '../threads/threads.ts'

/** One core is left to everybody else. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Bodies that may wait for a thread; at 5 MB each they are what a server holds of large bodies at most. */
const MAX_WAITING = 12

/** Ten times what 5 MB take on a slow machine. */
const MAX_CHECK_MS = 10_000

/** Twice what 5 MB of nested lists take. */
const MAX_HEAP_MB = 512

/** Checks large bodies beside the event loop. */
export type BodyThreads = {
  /** For `checkLargeBody` of `createQuizApi`. @throws HttpProblem 503 when too many wait, 400 when one takes too much */
  check: (body: Uint8Array<ArrayBuffer>) => Promise<CheckedBody>
  state(): { running: number; waiting: number }
  close(): Promise<void>
}

export function startBodyThreads(): BodyThreads {
  const threads = startThreads<Uint8Array<ArrayBuffer>, CheckedBody>({
    program: new URL('../http/stats-body-thread.ts', import.meta.url),
    count: THREADS,
    maxWaiting: MAX_WAITING,
    maxJobMs: MAX_CHECK_MS,
    maxHeapMb: MAX_HEAP_MB,
  })
  return {
    state: () => threads.state(),
    close: () => threads.close(),
    check: (body) =>
      threads.run(body, [body.buffer]).catch((error: unknown) => {
        if (error instanceof ThreadsBusyError) throw serverBusy()
        if (error instanceof ThreadEndedError) throw tooMuchWork()
        throw error
      }),
  }
}

function tooMuchWork(): HttpProblem {
  const detail = 'The body takes more time or memory to check than any good one.'
  return new HttpProblem({ status: 400, code: 'invalid-body', detail, where: 'body' })
}
