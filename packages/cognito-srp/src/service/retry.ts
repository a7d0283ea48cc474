import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'

/** When repeating a request is given up. */
export type RetryOptions = {
  /** Longest single wait. Default 5 minutes. A longer `Retry-After` gives up at once. Read after each failure. */
  delayCapMs?: number | undefined
}

const FIRST_DELAY_MS = 100
const JITTER_MS = 100
/** Default for calls that only read. A refresh passes 5 s, DEFAULT_REFRESH_DELAY_CAP_MS in client.ts. */
const DEFAULT_DELAY_CAP_MS = 5 * 60_000

/**
 * Sends a request until it succeeds, fails with something that waiting cannot heal, or would have to wait longer than
 * the cap. Wait n, from 0, is 100 ms · 2^n + up to 100 ms of jitter, or the service's `Retry-After` when that is longer.
 *
 * @param send sends request n
 * @throws the error of the last request.
 */
export async function retry<T>(send: (n: number) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  for (let n = 0; ; n += 1) {
    try {
      return await send(n)
    } catch (error) {
      const { delayCapMs = DEFAULT_DELAY_CAP_MS } = options
      const delayMs = delayBeforeNextMs(n, error)
      if (!canHeal(error) || delayMs > delayCapMs) throw error
      await sleep(delayMs)
    }
  }
}

/** Whether the same request may succeed later: the network, a timeout, a throttled or failing service. */
export function canHeal(error: unknown): boolean {
  if (error instanceof ServiceError) return error.retryable
  return error instanceof NetworkError || error instanceof TimeoutError
}

function delayBeforeNextMs(n: number, error: unknown): number {
  const backoffMs = FIRST_DELAY_MS * 2 ** n + Math.random() * JITTER_MS
  const askedMs = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0
  return Math.max(backoffMs, askedMs)
}

/** Waits; nothing ends the wait early. */
export function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
