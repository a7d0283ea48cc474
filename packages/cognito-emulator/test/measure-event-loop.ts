import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Load this module into a server process with --import. On exit, this module writes the event-loop delays to the file
// at EVENT_LOOP_REPORT.

const RESOLUTION_MS = 5
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('exit', () => {
  const toMs = (nanoseconds: number) => Math.round(nanoseconds / 1e6 - RESOLUTION_MS)
  const file = process.env['EVENT_LOOP_REPORT']
  if (file !== undefined) {
    const report = { p50Ms: toMs(delay.percentile(50)), p99Ms: toMs(delay.percentile(99)), maxMs: toMs(delay.max) }
    writeFileSync(file, JSON.stringify(report))
  }
})
