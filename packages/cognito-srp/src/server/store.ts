/**
 * Where the handler remembers, for a minute or as long as an access token lives, what a cookie cannot tell: which
 * sessions were ended, and what a refresh gave. Values are encrypted, keys are hashes. Each call may be sync or async.
 *
 * The default, {@link memoryStore}, is one process's own. Where several processes answer, give all of them one store:
 * then a copied cookie reads as signed out everywhere after a sign-out, and requests that meet different processes while
 * the tokens are renewed share one refresh.
 *
 * @example
 * declare const redis: {
 *   get(key: string): Promise<string | null>
 *   set(key: string, value: string, options: { PX: number }): Promise<unknown>
 * }
 * const store: SessionStore = {
 *   get: (key) => redis.get(key),
 *   set: (key, value, { ttlMs }) => redis.set(key, value, { PX: ttlMs }),
 * }
 */
export type SessionStore = {
  /** The value kept under a key; null or undefined when there is none or its time is over. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  /** Keeps a value for at least `ttlMs` milliseconds, a whole number above 0. */
  set(key: string, value: string, options: { ttlMs: number }): unknown
}

/** Options of {@link memoryStore}. */
export type MemoryStoreOptions = {
  /**
   * How many of each kind are kept, the newest; the kind is what stands before the last dot of a key, so that no number of
   * refreshes makes the end of a session forgotten. Default 20 000; a kept refresh takes some 6 kB.
   */
  maxEntries?: number | undefined
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

type Entries = Map<string, { value: string; endsAtMs: number }>

/** Entries whose time is over are looked for this often, when something is written. */
const SWEEP_INTERVAL_MS = 60_000
const DEFAULT_MAX_ENTRIES = 20_000

let hasWarned = false

/**
 * A store in this process's memory: lost at a restart, not shared with other processes. With `NODE_ENV=production` the
 * first one prints a warning, because most products run in several processes.
 *
 * @example
 * const store = memoryStore({ maxEntries: 1000 })
 */
export function memoryStore({
  maxEntries = DEFAULT_MAX_ENTRIES,
  now = Date.now,
}: MemoryStoreOptions = {}): SessionStore {
  warnInProduction()
  const kinds = new Map<string, Entries>()
  let sweptAtMs = now()

  const entriesLike = (key: string): Entries => {
    const kind = key.slice(0, key.lastIndexOf('.') + 1)
    const entries: Entries = kinds.get(kind) ?? new Map()
    kinds.set(kind, entries)
    return entries
  }
  const sweep = (nowMs: number) => {
    if (nowMs - sweptAtMs < SWEEP_INTERVAL_MS) return
    sweptAtMs = nowMs
    for (const entries of kinds.values()) {
      for (const [key, { endsAtMs }] of entries) if (endsAtMs <= nowMs) entries.delete(key)
    }
  }
  return {
    get(key) {
      const entry = entriesLike(key).get(key)
      return entry && entry.endsAtMs > now() ? entry.value : undefined
    },
    set(key, value, { ttlMs }) {
      sweep(now())
      const entries = entriesLike(key)
      entries.delete(key) // what is written again is young again
      entries.set(key, { value, endsAtMs: now() + ttlMs })
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) return
        entries.delete(oldest)
      }
    },
  }
}

function warnInProduction(): void {
  if (hasWarned || !isProduction()) return
  hasWarned = true
  console.warn(
    '@cognito-srp/client/server: memoryStore() remembers sign-outs and renewals in this process only. ' +
      'If several processes serve this site, pass a shared `store` to createSessionHandler.',
  )
}

declare const process: { env: { NODE_ENV?: string } }

function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === 'production' // written as bundlers replace it
  } catch {
    return false // no Node, and no bundler
  }
}
