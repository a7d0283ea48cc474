/**
 * What the server remembers of sessions, for as long as it was asked to. Each method may answer at once or with a
 * promise.
 */
export type SessionStore = {
  /** The value kept under `key`; undefined when there is none, or no longer. */
  get(key: string): string | undefined | Promise<string | undefined>
  /** Keeps a value for `ttlMs` milliseconds. */
  set(key: string, value: string, options: { ttlMs: number }): unknown
  /** Forgets the value, if there is one. */
  delete?(key: string): unknown
}
