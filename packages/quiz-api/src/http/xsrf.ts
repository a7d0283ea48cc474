import { HOST_XSRF_COOKIE, readXsrfCookies, XSRF_COOKIE, XSRF_HEADER } from '@cognito-srp/contract'
import type { Context, MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { randomBytes } from 'node:crypto'

import { HttpProblem } from './problem.ts'

const XSRF_TOKEN_BYTES = 16

/**
 * Gives the browser a token when it has none: in the cookie `XSRF-TOKEN`, or `__Host-XSRF-TOKEN` where clients come over
 * TLS. It is readable by the app's own scripts, which send it back as a header, and never sent with requests that another
 * site starts.
 *
 * @param options.secure leave it out only where the app is served without TLS
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
 * Refuses a write that a page of a foreign site may have started. A browser says by `Origin` whose page it was: the
 * server's own or one of `allowedOrigins` passes, whatever cookies there are. Without `Origin` a request that carries the
 * cookie must repeat its value; one without both comes from a program that no foreign page controls.
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

/** The host that was asked is the server's own, and TLS may end in front of it. */
function isOwnOrigin(c: Context, origin: string): boolean {
  const { origin: asked, host } = new URL(c.req.url)
  return origin === asked || origin === `https://${host}`
}

function foreignOrigin(): HttpProblem {
  return new HttpProblem({
    status: 403,
    code: 'foreign-origin',
    detail: 'Pages of this origin may not write here; ALLOWED_ORIGINS lists those that may.',
    where: 'header Origin',
  })
}

/** The well-formed tokens of the request: another server of this host may have set its own under the same name. */
function xsrfTokens(c: Context): { name: string; value: string }[] {
  return readXsrfCookies(c.req.header('Cookie') ?? '')
}
