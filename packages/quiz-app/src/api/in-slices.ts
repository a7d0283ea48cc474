/** How long a page is kept busy at a time, in milliseconds: half a frame, and far from a long task on a slow phone. */
const SLICE_MS = 8

/** Clock and pause of the page; tests give their own. */
export type SliceOptions = {
  /** A clock in milliseconds. */
  now?: () => number
  /** Lets the page draw and react; resolves as soon as it is our turn again. */
  yieldToPage?: () => Promise<void>
}

/** Does some work with each item, in slices of about 8 ms, so that a long list makes no long task. */
export async function forEachInSlices<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
  { now = () => performance.now(), yieldToPage = yieldToBrowser }: SliceOptions = {},
): Promise<void> {
  let sliceEndMs = -Infinity // so it pauses first: what ran before in this task had its share
  for (const [index, item] of items.entries()) {
    if (now() >= sliceEndMs) {
      await yieldToPage()
      sliceEndMs = now() + SLICE_MS
    }
    work(item, index)
  }
}

/** `scheduler.yield` where there is one, else a message to ourselves: nested timers are slowed down to 4 ms and more. */
function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  if (typeof scheduler?.yield === 'function') return scheduler.yield()
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
