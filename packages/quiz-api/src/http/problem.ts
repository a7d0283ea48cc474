import type { Flaw, ProblemCode } from '@cognito-srp/contract'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { STATUS_CODES } from 'node:http'

type ProblemOptions = {
  status: ContentfulStatusCode
  code: ProblemCode
  /** For developers; never a token, a body or a name of another user. */
  detail: string
  /** What part of the request is meant: `header If-Match`, `body.id`, `path`. */
  where: string
  flaws?: readonly Flaw[]
  headers?: Readonly<Record<string, string>>
  /** Why it failed on our side, for the log alone. */
  cause?: unknown
}

/** A request that is refused; thrown by the routes and answered as RFC 9457 problem details. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly options: ProblemOptions

  constructor(options: ProblemOptions) {
    super(options.detail, { cause: options.cause })
    this.code = options.code
    this.options = options
  }
}

/** `application/problem+json` with `title`, `status`, `detail` (RFC 9457), `code`, `where` and, for bodies, `flaws`. */
export function respondWithProblem(c: Context, { status, code, detail, where, flaws, headers }: ProblemOptions) {
  const body = { title: STATUS_CODES[status], status, code, detail, where, ...(flaws && { flaws }) }
  return c.body(JSON.stringify(body), status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...headers,
  })
}
