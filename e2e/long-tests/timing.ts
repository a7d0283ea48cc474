import type { Browser, Page } from '@playwright/test'

/** Returns the duration of some work in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

/**
 * Returns the longest task on the page's main thread during some work, in milliseconds of CPU time. Unlike elapsed time,
 * CPU time does not depend on other programs on a busy machine.
 */
export async function longestTaskMs(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`
  const isPageThread = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const pageThreads = new Set(trace.traceEvents.filter(isPageThread).map(threadOf))
  const tasks = trace.traceEvents.filter((event) => event.name === 'RunTask' && pageThreads.has(threadOf(event)))
  if (tasks.length === 0) throw new Error('The trace contains no task of the page.')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000))
}
