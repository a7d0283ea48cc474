/**
 * Returns a signal that aborts when `signal` aborts or the timeout expires. `AbortSignal.any` and `AbortSignal.timeout` are
 * missing in the oldest supported browsers. The timer continues after the response arrives, because reading the body also takes
 * time.
 */
export function withDeadline(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  setTimeout(() => controller.abort(new DOMException('The request timed out.', 'TimeoutError')), timeoutMs)
  return controller.signal
}
