// Node loads this module into an attacked program before the program's own code. The module reports the program's
// memory and event loop delay to the attacker.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Values that a program reports several times a second. */
export type Sample = {
  rss: number
  heapUsed: number
  /** Longest event loop delay since the last sample, in milliseconds. */
  blockedMs: number
  /** Present only in the response to a request for garbage collection. */
  isCollected?: true
}

const SAMPLE_EVERY_MS = 100

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const report = (isCollected?: true) => {
    const { rss, heapUsed } = process.memoryUsage()
    const sample: Sample = { rss, heapUsed, blockedMs: delay.max / 1e6, ...(isCollected && { isCollected }) }
    delay.reset()
    process.send?.(sample, undefined, undefined, () => {}) // ignore errors if the attacker has exited
  }
  setInterval(report, SAMPLE_EVERY_MS).unref()
  process.on('message', () => {
    globalThis.gc?.()
    report(true)
  })
  process.on('disconnect', () => process.exit(0))
  process.channel?.unref()
}
