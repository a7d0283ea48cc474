import { logFailure } from '../failure-log.ts'

/**
 * Returns the result of an access to `localStorage` or `sessionStorage`, or null if the access throws. If the browser blocks storage,
 * even reading these properties throws.
 *
 * @param consequence logged if the access throws; omit it if the failure has no consequence
 */
export function tryWebStorage<Result>(access: () => Result, consequence?: string): Result | null {
  try {
    return access()
  } catch (cause) {
    if (consequence !== undefined) logFailure(consequence, cause)
    return null
  }
}
