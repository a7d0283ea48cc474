import { memoryStorage } from './memory-storage.ts'
import type { TokenStorage } from './token-storage.ts'

/**
 * `localStorage` in a page, memory elsewhere. `localStorage` is not even looked at without a `document`: newer Node
 * versions print a warning when it is.
 */
export function defaultStorage(): TokenStorage {
  if (typeof document === 'undefined') return memoryStorage()
  try {
    return globalThis.localStorage
  } catch {
    // A page whose storage the browser blocks (SecurityError) stays signed in until it is closed.
    return memoryStorage()
  }
}
