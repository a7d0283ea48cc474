import { XSRF_HEADER } from '@cognito-srp/contract'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** Seconds for which a browser may cache a preflight response. Chromium does not cache preflights for longer. */
const PREFLIGHT_MAX_AGE_S = 7_200

/**
 * Creates middleware that allows pages of these origins to call the API. The middleware handles their preflights and
 * exposes the headers ETag, Retry-After, WWW-Authenticate and X-Request-Id. Credentials are not allowed, because the
 * access token is in a header and no cookie is needed.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'PUT', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', XSRF_HEADER],
    exposeHeaders: ['ETag', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
    maxAge: PREFLIGHT_MAX_AGE_S,
  })
}

/**
 * Whether a string is an http or https origin as browsers send it: the scheme, the host, and the port unless it is the
 * scheme's default.
 */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
