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
  /** Why it failed on our side, for the log alone. */
  cause?: unknown
}

/** A request that is refused; thrown by routes and middleware and answered as the contract's `Problem` (RFC 9457). */
export class HttpProblem extends HTTPException {
  override readonly name = 'HttpProblem'
  readonly options: HttpProblemOptions

  constructor(options: HttpProblemOptions) {
    super(options.status, { message: options.detail, cause: options.cause })
    this.options = options
  }
}

/**
 * Answers problems as they say and everything unforeseen with a 500 that tells the client nothing but its log entry.
 * What failed on our side is logged with its cause.
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

/** 405 for a path that exists. Unlike Hono's own middleware it is a route, so that the log names the path. */
export function methodNotAllowed(allowed: string): Handler {
  return (c) =>
    respond(c, {
      status: 405,
      code: 'method-not-allowed',
      detail: `This address answers ${allowed}.`,
      where: 'method',
      headers: { Allow: allowed },
    })
}

/** 404 for every other path. */
export function notFound(c: Context): Response {
  return respond(c, {
    status: 404,
    code: 'not-found',
    detail: 'The addresses are /questions, /stats and /healthz.',
    where: 'path',
  })
}

/** 401 with what the caller must bring (RFC 6750 §3). */
export function unauthorized(code: ProblemCode, detail: string, challenge: string): HttpProblem {
  const headers = { 'WWW-Authenticate': challenge }
  return new HttpProblem({ status: 401, code, detail, where: 'header Authorization', headers })
}

/** 401 for a token that is there and no good. */
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
    detail: `Something failed on our side; the log has it as request ${requestId}.`,
    where: 'server',
  })
}

function respond(c: Context, { status, code, detail, where, flaws, headers }: HttpProblemOptions): Response {
  c.set('refusal', code)
  const problem: Problem = { title: STATUS_CODES[status] ?? '', status, code, detail, where, ...(flaws && { flaws }) }
  return c.body(JSON.stringify(problem), status, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    ...headers,
  })
}
