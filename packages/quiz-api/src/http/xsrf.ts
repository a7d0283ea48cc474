import { HOST_XSRF_COOKIE, readXsrfCookies, XSRF_COOKIE, XSRF_HEADER } from '@cognito-srp/contract'
import type { Context, MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { randomBytes } from 'node:crypto'

import { HttpProblem } from './problem.ts'

const XSRF_TOKEN_BYTES = 16

/**
 * Creates middleware that sets an XSRF cookie unless the request carries a well-formed cookie of the same name. The cookie
 * is named `XSRF-TOKEN`, or `__Host-XSRF-TOKEN` if `secure` is true. The app's scripts can read the cookie and repeat
 * its value in a header. Browsers do not send the cookie with requests that another site starts.
 *
 * @param options.secure must be true if the app is served over TLS
 */
export function xsrfCookie({ secure = false }: { secure?: boolean } = {}): MiddlewareHandler {
  const own = secure ? HOST_XSRF_COOKIE : XSRF_COOKIE
  return async (c, next) => {
    await next()
    if (xsrfTokens(c).some(({ name }) => name === own)) return
    const token = randomBytes(XSRF_TOKEN_BYTES).toString('base64url')
    setCookie(c, XSRF_COOKIE, token, { path: '/', sameSite: 'Strict', ...(secure && { secure, prefix: 'host' }) })
  }
}

/**
 * Creates middleware that rejects a write if a page of a foreign site may have started it. A request with `Origin` is
 * accepted if the origin is the server's own or one of `allowedOrigins`, regardless of cookies. A request without
 * `Origin` that carries the cookie must repeat the cookie's value. A request with neither `Origin` nor the cookie comes
 * from a program that no foreign page controls.
 */
export function checkXsrf({ allowedOrigins }: { allowedOrigins: readonly string[] }): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('Origin')
    if (origin === undefined) requireRepeatedToken(c)
    else if (!allowedOrigins.includes(origin) && !isOwnOrigin(c, origin)) throw foreignOrigin()
    await next()
  }
}

function requireRepeatedToken(c: Context): void {
  const tokens = xsrfTokens(c)
  const repeated = c.req.header(XSRF_HEADER)
  if (tokens.length === 0 || tokens.some(({ value }) => value === repeated)) return
  throw new HttpProblem({
    status: 403,
    code: 'xsrf-token',
    detail: `The header must repeat the value of the cookie ${XSRF_COOKIE}.`,
    where: `header ${XSRF_HEADER}`,
  })
}

/** Whether an origin has the host of the request. An https origin also matches, because a proxy may terminate TLS. */
function isOwnOrigin(c: Context, origin: string): boolean {
  const { origin: asked, host } = new URL(c.req.url)
  return origin === asked || origin === `https://${host}`
}

function foreignOrigin(): HttpProblem {
  return new HttpProblem({
    status: 403,
    code: 'foreign-origin',
    detail: 'Pages of this origin may not write. Add the origin to ALLOWED_ORIGINS to permit it.',
    where: 'header Origin',
  })
}

/**
 * Well-formed XSRF tokens in the request's cookies. There can be several tokens, because another server on this host
 * may use the same cookie name.
 */
function xsrfTokens(c: Context): { name: string; value: string }[] {
  return readXsrfCookies(c.req.header('Cookie') ?? '')
}
