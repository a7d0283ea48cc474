import type { Send } from './api-request.ts'

/** What a busy server answers (RFC 9110 §15.6.4, RFC 6585 §4). */
const BUSY: ReadonlySet<number> = new Set([429, 503])

/** A server that asks for more patience than this is not available. */
const MAX_WAIT_S = 10

const MAX_REPEATS = 2

/** Waits; less long when the signal aborts. */
export type Wait = (durationMs: number, signal: AbortSignal | undefined) => Promise<void>

/**
 * Comes again when a busy server says when, by `Retry-After` in seconds: twice at most, and not from a page that goes
 * away. What it answers then is the answer.
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
