/** A long computation that pauses at every `yield`; the pauses carry nothing. */
export type Steps<T> = Generator<void, T, void>

const SLICE_MS = 8

/**
 * Runs the steps in slices of about 8 ms, so that a page stays responsive and sign-in makes no long task (50 ms) even
 * on a slow phone.
 *
 * @param yieldToHost lets the host handle input, timers and drawing; resolves as soon as it is our turn again
 * @param now a clock in milliseconds
 */
export async function runInSlices<T>(
  steps: Steps<T>,
  yieldToHost: () => Promise<void> = yieldToRuntime,
  now: () => number = runtimeClock,
): Promise<T> {
  for (;;) {
    await yieldToHost() // before the first slice too: what ran before in this task had its share
    const sliceEndMs = now() + SLICE_MS
    let step = steps.next()
    while (!step.done && now() < sliceEndMs) step = steps.next()
    if (step.done) return step.value
  }
}

/** Never set back where the platform has such a clock. */
function runtimeClock(): number {
  return (globalThis.performance ?? Date).now()
}

/**
 * `scheduler.yield` where there is one, else a message to ourselves: nested timers are slowed down to 4 ms and more. A
 * timer where neither works: sandboxes of edge runtimes have a MessageChannel that cannot be made, and `scheduler.yield`
 * refuses in a task that was aborted, which is no reason to give up a sign-in.
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
