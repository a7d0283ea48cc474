import type { MiddlewareHandler } from 'hono'

import { HttpProblem } from './problem.ts'

/**
 * Refuses a request whose `Host` is none. Servers pass on what looks like one, such as `127.x.0.1`, and no address can be
 * made of it.
 */
export const requireHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) {
    throw new HttpProblem({
      status: 400,
      code: 'invalid-host',
      detail: 'The header must be the host that was asked.',
      where: 'header Host',
    })
  }
  await next()
}
