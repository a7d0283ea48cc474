import { request } from 'node:http'
import { parentPort, Worker, workerData } from 'node:worker_threads'

// A second user who uses the product while it is attacked. The user sends one request after another from a separate
// thread, so that the response times depend on the server and not on the attacker.

/** The request that the second user repeats. */
export type Visit = {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Local address, such as `127.0.0.2`, from which each request uses a new connection. */
  from?: string
  /** Time from the start of one request to the start of the next, unless the response takes longer. */
  everyMs?: number
}

/** Response times and failures that the second user experienced. */
export type Experience = { answers: number; p50Ms: number; p99Ms: number; slowestMs: number; failures: number }

/** Time after which a missing response counts as a failure, as does a broken connection or a status of 500 or more. */
const PATIENCE_MS = 15_000

/** Number of initial visits whose times are not counted, because these visits are slow on the visitor's side. */
const VISITS_TO_WARM_UP = 5

/**
 * Starts the visits of a second user. `stop` ends them and returns the result. `warmUp` resolves after the first
 * visits.
 */
export function watchVisits(visit: Visit): { warmUp: Promise<void>; stop(): Promise<Experience> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: { visit } })
  const warmUp = new Promise<void>((done) => {
    worker.on('message', (message: Experience | 'warm') => void (message === 'warm' && done()))
  })
  return {
    warmUp,
    stop: async () => {
      const experience = new Promise<Experience>((done) => {
        worker.on('message', (message: Experience | 'warm') => void (message !== 'warm' && done(message)))
      })
      worker.postMessage('stop')
      await experience
      await worker.terminate()
      return experience
    },
  }
}

/** Measures the visits of a second user while the server has no other users. */
export async function visitAlone(visit: Visit, forMs = 2_000): Promise<Experience> {
  const visits = watchVisits(visit)
  await visits.warmUp
  await pause(forMs)
  return visits.stop()
}

/** Returns the quantile `part` of the values, which is the median for 0.5. Returns 0 for an empty list. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return Math.round(value * 10) / 10
}

/** Waits for a time in milliseconds. */
export function pause(forMs: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, forMs)
  })
}

/** Sends one request and reads the whole response. @returns the response's status */
async function ask({ url, from, everyMs: _pause, ...options }: Visit): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  if (from === undefined) {
    const response = await fetch(url, { ...options, signal })
    await response.arrayBuffer()
    return response.status
  }
  const { body, ...head } = options
  return new Promise((done, fail) => {
    const sent = request(url, { ...head, localAddress: from, agent: false, signal }, (response) => {
      response.on('error', fail).on('end', () => done(response.statusCode ?? 0))
      response.resume()
    })
    sent.on('error', fail).end(body)
  })
}

async function visitUntilStopped(visit: Visit): Promise<void> {
  const { everyMs = 20 } = visit
  const times: number[] = []
  let failures = 0
  const stop = new AbortController()
  parentPort?.once('message', () => stop.abort())
  for (let visits = 0; !stop.signal.aborted; visits += 1) {
    const startMs = performance.now()
    try {
      if ((await ask(visit)) >= 500) failures += 1
    } catch {
      failures += 1
    }
    const tookMs = performance.now() - startMs
    if (visits >= VISITS_TO_WARM_UP) times.push(tookMs)
    else if (visits === VISITS_TO_WARM_UP - 1) parentPort?.postMessage('warm')
    await pause(Math.max(0, everyMs - tookMs))
  }
  const [p50Ms, p99Ms, slowestMs] = [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)]
  parentPort?.postMessage({ answers: times.length, p50Ms, p99Ms, slowestMs, failures } satisfies Experience)
}

const given = workerData as { visit?: Visit } | null
if (parentPort && given?.visit) void visitUntilStopped(given.visit)
