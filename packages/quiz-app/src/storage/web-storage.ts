import { logFailure } from '../failure-log.ts'

/**
 * What an access to `localStorage` or `sessionStorage` gives; null where the browser refuses them, when merely naming
 * them throws.
 *
 * @param consequence logged where it is refused, unless that makes no difference
 */
export function tryWebStorage<Result>(access: () => Result, consequence?: string): Result | null {
  try {
    return access()
  } catch (cause) {
    if (consequence !== undefined) logFailure(consequence, cause)
    return null
  }
}
