const TASK_NAMES = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
/** Promises that run at the end of a task: Chromium traces them after it, as an event of their own. */
const TASK_END_NAME = 'BlinkScheduler_PerformMicrotaskCheckpoint'
/** A task that keeps a page from answering for longer than this is a long task (W3C Long Tasks). */
const LONG_TASK_MS = 50

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

/**
 * Durations of the tasks that the main thread ran between the marks `handshake-start` and `handshake-end`, in the
 * thread's own time: other programs of a busy machine do not count, Chromium's throttling does.
 *
 * @param trace a Chromium trace in JSON with the categories toplevel and blink.user_timing
 */
export function readTasks(trace: Uint8Array): number[] {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] }
  const start = traceEvents.find((event) => event.name === 'handshake-start')
  const end = traceEvents.find((event) => event.name === 'handshake-end')
  if (start === undefined || end === undefined) throw new Error('The trace does not hold the whole handshake.')

  const events = traceEvents.filter((event) => {
    const onMainThread = event.pid === start.pid && event.tid === start.tid
    const overlaps = event.ts < end.ts && event.ts + (event.dur ?? 0) > start.ts
    return (TASK_NAMES.has(event.name) || event.name === TASK_END_NAME) && event.ph === 'X' && onMainThread && overlaps
  })
  if (events.length === 0) throw new Error('The trace holds no task of the main thread.')
  return joinTasks(events.toSorted((left, right) => left.ts - right.ts))
}

/** Milliseconds per task, its end included; an event inside another one adds nothing. */
function joinTasks(events: readonly TraceEvent[]): number[] {
  const taskMs: number[] = []
  let busyUntilUs = Number.NEGATIVE_INFINITY
  for (const { name, ts, dur = 0, tdur = dur } of events) {
    if (ts + dur <= busyUntilUs) continue
    const begun = name === TASK_END_NAME ? (taskMs.pop() ?? 0) : 0
    taskMs.push(begun + tdur / 1000)
    busyUntilUs = ts + dur
  }
  return taskMs
}

export function longestTaskMs(taskMs: readonly number[]): number {
  return Math.max(...taskMs)
}

/** What every task takes above 50 ms, in all: the time in which the page answers late. */
export function totalBlockingMs(taskMs: readonly number[]): number {
  return taskMs.reduce((sum, durationMs) => sum + Math.max(0, durationMs - LONG_TASK_MS), 0)
}
