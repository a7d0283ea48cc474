/** Long computation that can pause at every `yield`. The yielded values are not used. */
export type Steps<T> = Generator<void, T, void>

const SLICE_MS = 8

/**
 * Runs the steps in slices of about 8 ms, so that a page stays responsive and a sign-in causes no long task (50 ms) even on a
 * slow phone.
 *
 * @param yieldToHost lets the host handle input, timers and drawing; resolves when the computation may continue
 * @param now a clock in milliseconds
 */
export async function runInSlices<T>(
  steps: Steps<T>,
  yieldToHost: () => Promise<void> = yieldToRuntime,
  now: () => number = runtimeClock,
): Promise<T> {
  for (;;) {
    await yieldToHost() // also before the first slice, because this task has already run for a while
    const sliceEndMs = now() + SLICE_MS
    let step = steps.next()
    while (!step.done && now() < sliceEndMs) step = steps.next()
    if (step.done) return step.value
  }
}

/** Returns the time of a monotonic clock, or of `Date` if the platform has no such clock. */
function runtimeClock(): number {
  return (globalThis.performance ?? Date).now()
}

/**
 * Pauses with `scheduler.yield` if it exists, or else with a message to this program, because nested timers are delayed by at
 * least 4 ms. Falls back to a timer if that method fails: `MessageChannel` cannot be created in the sandboxes of some edge
 * runtimes, and `scheduler.yield` rejects in an aborted task. Neither failure may end a sign-in.
 */
async function yieldToRuntime(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  try {
    await (scheduler?.yield?.() ?? messageToSelf())
  } catch {
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function messageToSelf(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close() // an open port would keep a Node process alive
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
