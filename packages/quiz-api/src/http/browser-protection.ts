import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'
import { randomBytes } from 'node:crypto'

import { HttpProblem } from './problem.ts'

const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'
const XSRF_TOKEN_BYTES = 16

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

/**
 * Gives the browser an `XSRF-TOKEN` cookie when it has none: readable by the app's own scripts, which send it back as
 * a header, and never sent with requests that another site starts.
 *
 * @param options.secure adds `Secure`; leave it out only where the app is served without TLS
 */
export function xsrfCookie({ secure = false }: { secure?: boolean } = {}): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (getCookie(c, XSRF_COOKIE)) return
    const token = randomBytes(XSRF_TOKEN_BYTES).toString('base64url')
    setCookie(c, XSRF_COOKIE, token, { path: '/', sameSite: 'Strict', secure })
  }
}

/**
 * Refuses a request that carries the cookie but not its value in `X-XSRF-TOKEN`. Without the cookie there is nothing a
 * foreign site could abuse: programs that are no browsers pass.
 */
export function checkXsrf(): MiddlewareHandler {
  return async (c, next) => {
    const expected = getCookie(c, XSRF_COOKIE)
    if (expected && c.req.header(XSRF_HEADER) !== expected) {
      throw new HttpProblem({
        status: 403,
        code: 'xsrf-token',
        detail: `The header must repeat the value of the cookie ${XSRF_COOKIE}.`,
        where: `header ${XSRF_HEADER}`,
      })
    }
    await next()
  }
}
