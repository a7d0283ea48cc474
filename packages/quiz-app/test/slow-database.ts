import { vi } from 'vitest'

// Helpers for tests with fake timers and a real database, or with a database that does not respond.

/** Advances the fake timers in steps and lets the database and the network run between them. */
export async function passTime(totalMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < totalMs; passedMs += 500) {
    await vi.advanceTimersByTimeAsync(500)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Returns a database request that never ends. */
export function unansweredRequest(): IDBRequest {
  return Object.assign(Object.create(IDBRequest.prototype) as IDBRequest, {
    addEventListener() {},
    removeEventListener() {},
  })
}
