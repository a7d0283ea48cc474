import { randomId } from '../random-id.ts'

// One exchange at a time where the browser has no Web Locks (an address that is neither https nor localhost): the tabs
// share a lease in localStorage. It is no lock, since reading and writing are two steps, and a tab whose timers are held
// back may lose it; what two exchanges at a time could break, `If-Match` and the marks of our API prevent.

const LEASE_MS = 5000
const RENEW_MS = 1000
const LOOK_AGAIN_MS = 200
/** Two tabs that find the lease free both write; after this time each sees who wrote last. */
const SETTLE_MS = 50

type Lease = { owner: string; untilMs: number }

/** Runs the work under the lease of a name, for which it waits as long as another tab renews it. */
export async function underLease<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const owner = randomId()
  while (!(await take(name, owner))) await pause(LOOK_AGAIN_MS)
  const renewing = setInterval(() => write(name, owner), RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    if (read(name)?.owner === owner) localStorage.removeItem(name)
  }
}

async function take(name: string, owner: string): Promise<boolean> {
  const lease = read(name)
  if (lease !== null && lease.untilMs > Date.now() && lease.untilMs <= Date.now() + LEASE_MS) return false
  write(name, owner)
  await pause(SETTLE_MS)
  return read(name)?.owner === owner
}

/** The lease; null where there is none, or something else lies in its place. */
function read(name: string): Lease | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

function write(name: string, owner: string): void {
  localStorage.setItem(name, JSON.stringify({ owner, untilMs: Date.now() + LEASE_MS } satisfies Lease))
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}
