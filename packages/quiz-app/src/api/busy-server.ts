import type { Send } from './api-request.ts'

/** Statuses of a busy server (RFC 9110 §15.6.4, RFC 6585 §4). */
const BUSY: ReadonlySet<number> = new Set([429, 503])

/**
 * Longest Retry-After in seconds after which the app retries a request. A server with a longer Retry-After is treated as
 * unavailable.
 */
const MAX_WAIT_S = 10

const MAX_REPEATS = 2

/** Waits for the duration, or until the signal aborts. */
export type Wait = (durationMs: number, signal: AbortSignal | undefined) => Promise<void>

/**
 * Retries a request if a busy server responds with a `Retry-After` of at most ten seconds. The function retries at most twice,
 * does not retry keepalive requests, and returns the last response.
 */
export function comingAgain(send: Send, wait: Wait): Send {
  return async (request) => {
    let response = await send(request)
    for (let repeat = 0; repeat < MAX_REPEATS && !request.keepalive; repeat += 1) {
      const seconds = secondsToWait(response)
      if (seconds === null) break
      await wait(seconds * 1_000, request.signal)
      response = await send(request)
    }
    return response
  }
}

export const waitOrAbort: Wait = (durationMs, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(resolve, durationMs)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

function secondsToWait({ status, headers }: Response): number | null {
  const text = headers.get('Retry-After') ?? ''
  return BUSY.has(status) && /^\d{1,3}$/.test(text) && Number(text) <= MAX_WAIT_S ? Number(text) : null
}
