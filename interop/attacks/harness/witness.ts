import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

// A second user who goes on using the product while it is attacked: one request after another from a thread of their
// own, so that what they wait is the server's doing and not the attacker's.

/** What the second user asks for, again and again. */
export type Visit = {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** From the start of one request to the start of the next, unless the answer takes longer. */
  everyMs?: number
}

/** What the second user saw. */
export type Experience = { answers: number; p50Ms: number; p99Ms: number; slowestMs: number; failures: number }

/** Everything at or above 500, a broken connection and an answer after this long count as failures. */
const PATIENCE_MS = 15_000

/** The first ones are slow on the visitor's side. */
const VISITS_TO_WARM_UP = 5

/** Lets a second user visit until `stop`, which tells what they saw. */
export function watchVisits(visit: Visit): { stop(): Promise<Experience> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { visit } })
  return {
    stop: async () => {
      worker.postMessage('stop')
      const [experience] = (await once(worker, 'message')) as [Experience]
      await worker.terminate()
      return experience
    },
  }
}

/** What a second user sees in a while of their own, with nobody else there. */
export async function visitAlone(visit: Visit, forMs = 2_000): Promise<Experience> {
  const visits = watchVisits(visit)
  await pause(forMs)
  return visits.stop()
}

/** The value below which that part of the numbers lies, 0.5 for the median; 0 when there are none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return Math.round(value * 10) / 10
}

/** Waits. */
export function pause(forMs: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, forMs)
  })
}

async function visitUntilStopped({ url, everyMs = 20, ...request }: Visit): Promise<void> {
  const times: number[] = []
  let failures = 0
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  for (let visits = 0; !stop.signal.aborted; visits += 1) {
    const startMs = performance.now()
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) })
      await response.arrayBuffer()
      if (response.status >= 500) failures += 1
    } catch {
      failures += 1
    }
    const tookMs = performance.now() - startMs
    if (visits >= VISITS_TO_WARM_UP) times.push(tookMs)
    await pause(Math.max(0, everyMs - tookMs))
  }
  const [p50Ms, p99Ms, slowestMs] = [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)]
  parentPort?.postMessage({ answers: times.length, p50Ms, p99Ms, slowestMs, failures } satisfies Experience)
}

const given = workerData as { visit?: Visit } | null
if (parentPort && given?.visit) void visitUntilStopped(given.visit)
