/**
 * A signal that aborts when `signal` does, or when the time is over; `AbortSignal.any` and `.timeout` are younger than
 * the oldest browsers we serve. The timer runs on past the reply, since reading its body may take time too.
 */
export function withDeadline(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  setTimeout(() => controller.abort(new DOMException('The request timed out.', 'TimeoutError')), timeoutMs)
  return controller.signal
}
