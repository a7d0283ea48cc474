/**
 * Store in which the session handler records ended sessions, the results of renewals, and used `state` parameters. Each function
 * may return a promise. Tokens in values are encrypted, and keys contain only hashes and random ids. Most entries are needed for
 * at least a minute and at most the lifetime of an access token. The record of a session that could not be revoked is needed for
 * the lifetime of the cookies.
 *
 * The default is a {@link memoryStore}, which works only in one process. If several processes serve a site, give all of them the
 * same store. With a shared store, every process rejects copied cookies after a sign-out, and a process can use the tokens that
 * another process has just renewed.
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
  /** Returns the value of a key. Returns null or undefined if the value is missing or has expired. */
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  /** Stores a value for at least `ttlMs` milliseconds. `ttlMs` is a whole number above 0. */
  set(key: string, value: string, options: { ttlMs: number }): unknown
}

/** Options of {@link memoryStore}. */
export type MemoryStoreOptions = {
  /**
   * Maximum number of entries of each kind. If a kind has more than `maxEntries` entries, the store removes the oldest entries of
   * that kind. The kind is the part of a key before the key's last dot, so results of refreshes never displace records of ended
   * sessions. Default 20,000. The result of a refresh takes about 6 kB.
   */
  maxEntries?: number | undefined
  /** Clock that returns milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

type Entries = Map<string, { value: string; endsAtMs: number }>

/** Minimum interval between two removals of expired entries. A write starts a removal. */
const SWEEP_INTERVAL_MS = 60_000
const DEFAULT_MAX_ENTRIES = 20_000

let hasWarned = false

/**
 * Creates a store in this process's memory. The entries are lost when the process restarts, and other processes cannot read the
 * entries. If `NODE_ENV` is `production`, the first read of a memory store prints a warning, because most production sites run in
 * multiple processes.
 *
 * @example
 * const store = memoryStore({ maxEntries: 1000 })
 */
export function memoryStore({
  maxEntries = DEFAULT_MAX_ENTRIES,
  now = Date.now,
}: MemoryStoreOptions = {}): SessionStore {
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
      warnInProduction() // not earlier, because `next build` creates a store and never uses it
      const entry = entriesLike(key).get(key)
      return entry && entry.endsAtMs > now() ? entry.value : undefined
    },
    set(key, value, { ttlMs }) {
      sweep(now())
      const entries = entriesLike(key)
      entries.delete(key) // a rewritten entry counts as new
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
    return process.env.NODE_ENV === 'production' // in the form that bundlers replace
  } catch {
    return false // neither Node nor a bundler
  }
}
