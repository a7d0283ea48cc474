const TASK_NAMES = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
/**
 * Name of the trace event for the microtasks at the end of a task. Chromium traces microtasks separately, after the
 * task.
 */
const TASK_END_NAME = 'BlinkScheduler_PerformMicrotaskCheckpoint'
/** Duration above which a task is a long task (W3C Long Tasks). */
const LONG_TASK_MS = 50

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

/**
 * Returns the durations of the main thread's tasks between the marks `handshake-start` and `handshake-end`, in thread
 * time. The durations include Chromium's throttling but not the time of other programs.
 *
 * @param trace a Chromium trace in JSON with the categories toplevel and blink.user_timing
 */
export function readTasks(trace: Uint8Array): number[] {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] }
  const start = traceEvents.find((event) => event.name === 'handshake-start')
  const end = traceEvents.find((event) => event.name === 'handshake-end')
  if (start === undefined || end === undefined) throw new Error('The trace does not contain the whole handshake.')

  const events = traceEvents.filter((event) => {
    const onMainThread = event.pid === start.pid && event.tid === start.tid
    const overlaps = event.ts < end.ts && event.ts + (event.dur ?? 0) > start.ts
    return (TASK_NAMES.has(event.name) || event.name === TASK_END_NAME) && event.ph === 'X' && onMainThread && overlaps
  })
  if (events.length === 0) throw new Error('The trace contains no task of the main thread.')
  return joinTasks(events.toSorted((left, right) => left.ts - right.ts))
}

/**
 * Returns the duration of each task in milliseconds, including the microtasks at its end. Nested events are not counted
 * twice.
 */
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

/** Total blocking time: the sum of the time that each task takes beyond 50 ms. */
export function totalBlockingMs(taskMs: readonly number[]): number {
  return taskMs.reduce((sum, durationMs) => sum + Math.max(0, durationMs - LONG_TASK_MS), 0)
}
