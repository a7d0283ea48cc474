import { NetworkError, TimeoutError } from '../errors.ts'

/** What is asked of an abort signal where the platform's types declare none. */
export type AbortSignalLike = {
  readonly aborted: boolean
  readonly reason: unknown
  /** Calls `listener` once the signal aborts. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Takes such a listener away again. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The platform's `AbortSignal`; programs without `lib.dom` or Node's types compile too. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Native } } ? Native : AbortSignalLike

/** What every call of the service may be given. */
export type CallOptions = {
  /** Ends this call; it then rejects with the signal's reason. */
  signal?: Signal | undefined
}

/**
 * Runs one exchange with the network; when the time is over or the caller aborts, the exchange is aborted too.
 *
 * @throws {@link TimeoutError} after `timeoutMs`; {@link NetworkError} when the exchange fails; the reason of `signal`.
 */
export async function withDeadline<T>(
  exchange: (signal: Signal) => Promise<T>,
  { timeoutMs, signal }: CallOptions & { timeoutMs: number },
): Promise<T> {
  throwIfAborted(signal)
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const work = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(timeoutMs)), timeoutMs)
    exchange(controller.signal).then(resolve, (cause: unknown) => reject(new NetworkError(cause)))
  })
  try {
    return await untilAborted(work, signal)
  } catch (reason) {
    controller.abort(reason)
    throw reason
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for `work`, but no longer than the caller wants: an abort detaches the caller and leaves the work running. */
export function untilAborted<T>(work: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const detach = () => reject(signal.reason as Error)
    if (signal.aborted) detach()
    signal.addEventListener('abort', detach)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', detach))
  })
}

/** @throws the reason of a signal that has been aborted. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw signal.reason as Error
}
