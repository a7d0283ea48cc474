// Loaded into an attacked program before its own code: reports memory and the delay of its event loop to the attacker.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** What a program reports of itself, several times a second. */
export type Sample = {
  rss: number
  heapUsed: number
  /** The longest that its event loop was late since the last sample. */
  blockedMs: number
  /** Present in the answer to a request for a collection of garbage. */
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
    process.send?.(sample, undefined, undefined, () => {}) // an attacker that has gone hears nothing
  }
  setInterval(report, SAMPLE_EVERY_MS).unref()
  process.on('message', () => {
    globalThis.gc?.()
    report(true)
  })
  process.on('disconnect', () => process.exit(0))
  process.channel?.unref()
}
