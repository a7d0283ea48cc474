import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'

/** Limits of retries. */
export type RetryOptions = {
  /**
   * Longest delay between two attempts. Default 5 minutes. A longer `Retry-After` ends the retries. `delayCapMs` is read after
   * each failure.
   */
  delayCapMs?: number | undefined
}

const FIRST_DELAY_MS = 100
const JITTER_MS = 100
/** Default for calls that only read. The default for a refresh is DEFAULT_REFRESH_DELAY_CAP_MS (5 s) in client.ts. */
const DEFAULT_DELAY_CAP_MS = 5 * 60_000

/**
 * Repeats a request until it succeeds, fails with a permanent error, or the next delay would exceed the cap. Delay n, counted
 * from 0, is 100 ms · 2^n plus up to 100 ms of jitter, or the service's `Retry-After` if it is longer.
 *
 * @param send sends attempt n
 * @throws the error of the last request.
 */
export async function retry<T>(send: (n: number) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  for (let n = 0; ; n += 1) {
    try {
      return await send(n)
    } catch (error) {
      const { delayCapMs = DEFAULT_DELAY_CAP_MS } = options
      const delayMs = delayBeforeNextMs(n, error)
      if (!isTransient(error) || delayMs > delayCapMs) throw error
      await sleep(delayMs)
    }
  }
}

/** Whether the same request may succeed later. True for a network error, a timeout, and a retryable error of the service. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServiceError) return error.retryable
  return error instanceof NetworkError || error instanceof TimeoutError
}

function delayBeforeNextMs(n: number, error: unknown): number {
  const backoffMs = FIRST_DELAY_MS * 2 ** n + Math.random() * JITTER_MS
  const askedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(backoffMs, askedMs)
}

/** Waits. The wait cannot be aborted. */
export function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
