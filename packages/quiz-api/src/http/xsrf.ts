import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { randomBytes } from 'node:crypto'

import { Problem } from './problem.ts'

const COOKIE = 'XSRF-TOKEN'
const HEADER = 'X-XSRF-TOKEN'
const TOKEN_BYTES = 16

/**
 * Gives the browser an `XSRF-TOKEN` cookie when it has none: readable by the app's own scripts, which send it back as
 * a header, and never sent with requests that another site starts.
 *
 * @param options.secure adds `Secure`; leave it out only where the app is served without TLS
 */
export function xsrfCookie({ secure = false }: { secure?: boolean } = {}): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (getCookie(c, COOKIE)) return
    setCookie(c, COOKIE, randomBytes(TOKEN_BYTES).toString('base64url'), { path: '/', sameSite: 'Strict', secure })
  }
}

/**
 * Refuses a request that carries the cookie but not its value in `X-XSRF-TOKEN`. Without the cookie there is nothing a
 * foreign site could abuse: programs that are no browsers pass.
 */
export function checkXsrf(): MiddlewareHandler {
  return async (c, next) => {
    const expected = getCookie(c, COOKIE)
    if (expected && c.req.header(HEADER) !== expected) {
      throw new Problem({
        status: 403,
        code: 'xsrf-token',
        detail: `The header must repeat the value of the cookie ${COOKIE}.`,
        where: `header ${HEADER}`,
      })
    }
    await next()
  }
}
