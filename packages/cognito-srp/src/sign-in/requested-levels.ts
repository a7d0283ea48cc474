import { ConfigurationError } from '../errors.ts'

/** Requirements for a sign-in (Amazon Cognito developer guide, "Authentication levels with ACR and AMR claims"). */
export type RequestedLevels = {
  /**
   * Authentication levels in order of preference, for example `urn:cognito:loa:4`. Cognito uses the first level whose factors the
   * user has set up, so check the resulting level with {@link authenticationOf}.
   */
  acrValues?: readonly string[] | undefined
  /**
   * Maximum age of the user's last sign-in, in seconds. If the last sign-in is older than this maximum, the user must repeat all
   * factors.
   */
  maxAgeSeconds?: number | undefined
}

/** Matches an authentication level, which consists of printable ASCII characters without spaces. */
const LEVEL = /^[!-~]+$/

/** @throws ConfigurationError when `acrValues` or `maxAgeSeconds` is invalid. */
export function assertLevels({ acrValues = ['1'], maxAgeSeconds = 0 }: RequestedLevels): void {
  const isList = Array.isArray(acrValues) && acrValues.length > 0
  const areLevels = isList && acrValues.every((level) => LEVEL.test(level ?? ''))
  if (areLevels && Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds >= 0) return
  throw new ConfigurationError(
    'acrValues must be a non-empty list of levels, and maxAgeSeconds an integer of at least 0.',
  )
}

/**
 * Returns the InitiateAuth parameters for the requested levels and the maximum age.
 *
 * @throws ConfigurationError when `acrValues` or `maxAgeSeconds` is invalid.
 */
export function levelParameters(requested: RequestedLevels): {
  [Name in 'TARGET_ACR_VALUES' | 'MAX_AGE']: string | undefined
} {
  assertLevels(requested)
  return { TARGET_ACR_VALUES: requested.acrValues?.join(' '), MAX_AGE: requested.maxAgeSeconds?.toString() }
}
