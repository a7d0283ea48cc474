import { vi } from 'vitest'

// For tests of time and a database: each needs its turns.

/** Lets faked time pass in steps in which the database and the network get their turns. */
export async function passTime(totalMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < totalMs; passedMs += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** What a database gives that has stopped: a request that never ends. */
export function unansweredRequest(): IDBRequest {
  return Object.assign(Object.create(IDBRequest.prototype) as IDBRequest, {
    addEventListener() {},
    removeEventListener() {},
  })
}
