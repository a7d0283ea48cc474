import type { MiddlewareHandler } from 'hono'

import { HttpProblem } from './problem.ts'

/**
 * Rejects a request whose `Host` is not a valid host. Node's server accepts values such as `127.x.0.1`, from which no
 * URL can be created.
 */
export const requireHost: MiddlewareHandler = async (c, next) => {
  if (!URL.canParse(c.req.url)) {
    throw new HttpProblem({
      status: 400,
      code: 'invalid-host',
      detail: 'The header is not a valid host.',
      where: 'header Host',
    })
  }
  await next()
}
