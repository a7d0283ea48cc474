import type { Problem, ProblemCode } from '@cognito-srp/contract'
import type { Context, ErrorHandler, Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { STATUS_CODES } from 'node:http'

import { StoreBusyError } from '../store/quiz-store.ts'
import type { Logger } from './request-log.ts'

type HttpProblemOptions = Omit<Problem, 'title' | 'status'> & {
  status: ContentfulStatusCode
  headers?: Readonly<Record<string, string>>
  /** Cause of a server error, for the log only. */
  cause?: unknown
}

/** Thrown by routes and middleware to reject a request. The response body is the contract's `Problem` (RFC 9457). */
export class HttpProblem extends HTTPException {
  override readonly name = 'HttpProblem'
  readonly options: HttpProblemOptions

  constructor(options: HttpProblemOptions) {
    super(options.status, { message: options.detail, cause: options.cause })
    this.options = options
  }
}

/**
 * Creates an error handler. An `HttpProblem` is sent as the response that it describes. A `StoreBusyError` becomes a
 * 503. Any other error becomes a 500 whose detail contains only the request's id. Server errors are logged with their
 * cause.
 */
export function respondToErrors(log: Logger): ErrorHandler {
  return (error, c) => {
    const requestId = c.get('requestId')
    const problem = toProblem(error, requestId)
    if (problem.status >= 500) {
      const cause = problem.cause instanceof Error ? problem.cause : error
      log({ level: 'error', event: 'failure', requestId, error: `${cause.name}: ${cause.message}`, stack: cause.stack })
    }
    return respond(c, problem.options)
  }
}

/**
 * Returns a 405 handler for an existing path. Unlike Hono's own middleware, this handler is a route, so that the log
 * shows the path.
 */
export function methodNotAllowed(allowed: string): Handler {
  return (c) =>
    respond(c, {
      status: 405,
      code: 'method-not-allowed',
      detail: `This path supports only ${allowed}.`,
      where: 'method',
      headers: { Allow: allowed },
    })
}

/** Responds with 404 to a path that has no route. */
export function notFound(c: Context): Response {
  return respond(c, {
    status: 404,
    code: 'not-found',
    detail: 'The paths are /questions, /stats and /healthz.',
    where: 'path',
  })
}

/** Returns a 401 error with the challenge for WWW-Authenticate (RFC 6750 §3). */
export function unauthorized(code: ProblemCode, detail: string, challenge: string): HttpProblem {
  const headers = { 'WWW-Authenticate': challenge }
  return new HttpProblem({ status: 401, code, detail, where: 'header Authorization', headers })
}

/** Returns a 401 error for an invalid token. */
export function badToken(code: ProblemCode, reason: string): HttpProblem {
  return unauthorized(code, reason, `Bearer error="invalid_token", error_description="${reason}"`)
}

function toProblem(error: Error, requestId: string): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof StoreBusyError) {
    const headers = { 'Retry-After': '1' }
    return new HttpProblem({ status: 503, code: 'store-busy', detail: error.message, where: 'server', headers })
  }
  return new HttpProblem({
    status: 500,
    code: 'internal',
    detail: `The server failed. The log has the details under request ${requestId}.`,
    where: 'server',
  })
}

function respond(c: Context, { status, code, detail, where, flaws, headers }: HttpProblemOptions): Response {
  c.set('errorCode', code)
  const problem: Problem = { title: STATUS_CODES[status] ?? '', status, code, detail, where, ...(flaws && { flaws }) }
  return c.body(JSON.stringify(problem), status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...headers,
  })
}
