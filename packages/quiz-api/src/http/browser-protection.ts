import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

type SiteHeadersOptions = {
  /** Further origins the app talks to, e.g. `https://cognito-idp.us-east-1.amazonaws.com`. */
  connectSources?: readonly string[]
  /** Adds Strict-Transport-Security; only where the site is served over TLS. */
  https?: boolean
}

/**
 * Secure headers and the Content-Security-Policy for the app's pages: scripts and styles come from files of the site
 * alone, nothing inline. `data:` images are the app's QR codes and icons.
 */
export function siteHeaders({ connectSources = [], https = false }: SiteHeadersOptions = {}): MiddlewareHandler {
  return secureHeaders({
    ...commonHeaders(https),
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      connectSrc: ["'self'", ...connectSources],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  })
}

/** Headers of the API's answers, which are never pages: nothing may be loaded from them or framed. */
export function apiHeaders({ https }: { https: boolean }): MiddlewareHandler {
  return secureHeaders({
    ...commonHeaders(https),
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  })
}

function commonHeaders(https: boolean) {
  return { xFrameOptions: 'DENY', strictTransportSecurity: https }
}
