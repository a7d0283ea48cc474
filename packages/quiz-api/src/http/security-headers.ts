import type { MiddlewareHandler } from 'hono'

// Security headers of all responses. The API, the site that Node serves and the site on AWS send these headers, and so
// does the HTTP server in its own responses.

/** Headers by name. */
export type SecurityHeaders = Readonly<Record<string, string>>

type ForAnyAnswer = {
  /** Adds Strict-Transport-Security. Set `https` only if clients connect over TLS. */
  https?: boolean
}

type ForPages = ForAnyAnswer & {
  /** Additional origins to which the app may connect, e.g. `https://cognito-idp.us-east-1.amazonaws.com`. */
  connectSources?: readonly string[]
}

/** 180 days, in seconds. */
const STRICT_TRANSPORT_S = 15_552_000

/**
 * Browser features that the app does not use, and that the `Permissions-Policy` header disables for all scripts in the app's
 * pages.
 */
const UNUSED_FEATURES = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]

/**
 * Name of the only Trusted Types policy. `packages/quiz-app/src/storage/offline-shell.ts` creates it for the service
 * worker's URL.
 */
const TRUSTED_TYPES_POLICY = 'service-worker'

/**
 * Returns the headers for the app's pages and files. Pages may load scripts, styles and images only from the site.
 * Inline scripts and styles are forbidden, and in browsers with Trusted Types, text cannot be turned into a script.
 */
export function siteHeaders({ connectSources = [], https = false }: ForPages = {}): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${["'self'", ...connectSources].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
  ]
  return { ...commonHeaders(https), 'Content-Security-Policy': policy.join('; ') }
}

/** Returns the headers for responses that are not pages and therefore may not load anything, submit forms or be framed. */
export function apiHeaders({ https = false }: ForAnyAnswer = {}): SecurityHeaders {
  const policy = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return { ...commonHeaders(https), 'Content-Security-Policy': policy.join('; ') }
}

/**
 * Creates middleware that sets these headers on every response of the routes that follow, replacing headers of the same name.
 */
export function sendHeaders(headers: SecurityHeaders): MiddlewareHandler {
  const entries = Object.entries(headers)
  return async (c, next) => {
    await next()
    for (const [name, value] of entries) c.res.headers.set(name, value)
  }
}

function commonHeaders(https: boolean): SecurityHeaders {
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'DENY',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0', // disables the old filter, which did more harm than good
    ...(https && { 'Strict-Transport-Security': `max-age=${STRICT_TRANSPORT_S}; includeSubDomains` }),
  }
}
