import type { MiddlewareHandler } from 'hono'

// What browsers are told of every answer, by name. Written here once: the API, the site that Node serves, the answers of
// the server itself and the site on AWS send these.

/** Headers by name. */
export type SecurityHeaders = Readonly<Record<string, string>>

type ForAnyAnswer = {
  /** Adds Strict-Transport-Security; only where clients come over TLS. */
  https?: boolean
}

type ForPages = ForAnyAnswer & {
  /** Further origins that the app talks to, e.g. `https://cognito-idp.us-east-1.amazonaws.com`. */
  connectSources?: readonly string[]
}

/** 180 days, in seconds. */
const STRICT_TRANSPORT_S = 15_552_000

/** What the app never asks for, so that no script in its pages can either. */
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

/** The one Trusted Types policy: `packages/quiz-app/src/storage/offline-shell.ts` makes it, for the service worker's address. */
const TRUSTED_TYPES_POLICY = 'service-worker'

/**
 * Of the app's pages and files: they load scripts, styles and images of the site alone, nothing inline, and no text
 * becomes script (Trusted Types, where the browser knows them).
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

/** Of answers that are no pages: nothing may be loaded from them, sent by them, or framed. */
export function apiHeaders({ https = false }: ForAnyAnswer = {}): SecurityHeaders {
  const policy = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]
  return { ...commonHeaders(https), 'Content-Security-Policy': policy.join('; ') }
}

/** Sends headers with every answer of the routes behind it, in place of what a route set under the same names. */
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
    'X-XSS-Protection': '0', // the old filter did more harm than good
    ...(https && { 'Strict-Transport-Security': `max-age=${STRICT_TRANSPORT_S}; includeSubDomains` }),
  }
}
