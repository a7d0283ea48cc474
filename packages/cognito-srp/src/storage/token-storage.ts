/**
 * Where tokens are kept. Each method may answer at once or with a promise, so `localStorage` itself is one.
 * Missing items are `null`.
 */
export type TokenStorage = {
  /** The value kept under `key`, or `null`. */
  getItem(key: string): string | null | Promise<string | null>
  /** Keeps a value; throws or rejects when it cannot. */
  setItem(key: string, value: string): unknown
  /** Forgets the value, if there is one. */
  removeItem(key: string): unknown
  /** `false` when no other client, tab or worker can see the items; events then stay within this client. */
  readonly isShared?: boolean
}
