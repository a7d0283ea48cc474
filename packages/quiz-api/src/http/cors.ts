import { XSRF_HEADER } from '@cognito-srp/contract'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** How long a browser may remember what a preflight allowed; longer than this none does. */
const PREFLIGHT_MAX_AGE_S = 7_200

/**
 * Lets pages of other origins call the API: answers their preflights, and shows them the tag, the wait and the id of an
 * answer. Credentials are not among what is allowed: the access token stands in a header, and no cookie is needed.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', XSRF_HEADER],
    exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  })
}

/** Whether a text is an origin as browsers send it: scheme, host, port unless it is the scheme's own, and nothing else. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
