import { createMiddleware } from 'hono/factory'

import type { ApiEnv, Authentication } from './access-token.ts'
import { unauthorized } from './problem.ts'

/** Authentication that a route requires. */
export type AuthenticationRules = {
  /** Names of the accepted authentication levels; at least one. By default, the middleware accepts every level. */
  acrValues?: readonly string[]
  /**
   * Maximum time since the user signed in, in seconds, with a tolerance of 30 seconds. By default, the middleware does
   * not check the time.
   */
  maxAgeSeconds?: number
  /** Milliseconds since 1970. */
  now?: () => number
}

/**
 * Tolerance for the time between a sign-in and the first request, and for the difference between the clocks of Cognito and this
 * server.
 */
const TOLERANCE_MS = 30_000

/** Pattern for the name of a level in Cognito, which cannot contain spaces, quotation marks or backslashes. */
const LEVEL = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/**
 * Creates middleware that accepts only tokens from a sign-in with an accepted level and age. The middleware must run
 * after `authenticate`. Other requests get status 401 with the requirements (RFC 9470), which the client's
 * `readStepUpChallenge` reads. The middleware rejects a sign-in more than 30 seconds in the future.
 *
 * @throws TypeError when the rules are empty or invalid
 */
export function requireAuthentication({ acrValues, maxAgeSeconds, now = Date.now }: AuthenticationRules) {
  checkRules({ acrValues, maxAgeSeconds })
  const challenge = [
    'Bearer error="insufficient_user_authentication"',
    'error_description="A stronger or more recent sign-in is required."',
    ...(acrValues ? [`acr_values="${acrValues.join(' ')}"`] : []),
    ...(maxAgeSeconds === undefined ? [] : [`max_age="${maxAgeSeconds}"`]),
  ].join(', ')

  const isStrong = ({ acr = '' }: Authentication) => !acrValues || acrValues.includes(acr)
  const isRecent = ({ authTimeMs = -Infinity }: Authentication) => {
    const ageMs = now() - authTimeMs
    return maxAgeSeconds === undefined || (ageMs >= -TOLERANCE_MS && ageMs <= maxAgeSeconds * 1_000 + TOLERANCE_MS)
  }
  return createMiddleware<ApiEnv>(async (c, next) => {
    const authentication = c.get('authentication')
    if (isStrong(authentication) && isRecent(authentication)) return next()
    throw unauthorized('authentication-insufficient', 'A stronger or more recent sign-in is required.', challenge)
  })
}

/** @throws TypeError */
function checkRules({
  acrValues,
  maxAgeSeconds,
}: { [Name in keyof AuthenticationRules]?: AuthenticationRules[Name] | undefined }): void {
  if (acrValues === undefined && maxAgeSeconds === undefined) {
    throw new TypeError('requireAuthentication needs acrValues or maxAgeSeconds.')
  }
  const areLevels = acrValues === undefined || (acrValues.length > 0 && acrValues.every((level) => LEVEL.test(level)))
  if (!areLevels)
    throw new TypeError(
      'acrValues must list at least one level, and no level may contain a space, quotation mark or backslash.',
    )
  if (maxAgeSeconds !== undefined && !(Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds >= 0)) {
    throw new TypeError(`maxAgeSeconds must be a non-negative integer, but is ${maxAgeSeconds}.`)
  }
}
