import type { Context, ErrorHandler, Handler } from 'hono'

import { StoreBusyError } from '../store/store-errors.ts'
import type { ApiEnv } from './api-env.ts'
import { Problem, respondWithProblem } from './problem.ts'
import type { Logger } from './request-log.ts'

/**
 * Answers problems as they say and everything unforeseen with a 500 that tells the client nothing but its log entry.
 * What failed on our side is logged with its cause.
 */
export function answerError(log: Logger): ErrorHandler<ApiEnv> {
  return (error, c) => {
    const requestId = c.get('requestId')
    const problem = toProblem(error, requestId)
    if (problem.options.status >= 500) {
      const cause = problem.cause instanceof Error ? problem.cause : error
      log({ level: 'error', event: 'failure', requestId, error: `${cause.name}: ${cause.message}`, stack: cause.stack })
    }
    return respondWithProblem(c, problem.options)
  }
}

function toProblem(error: Error, requestId: string): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StoreBusyError) {
    const headers = { 'Retry-After': '1' }
    return new Problem({ status: 503, code: 'store-busy', detail: error.message, where: 'server', headers })
  }
  return new Problem({
    status: 500,
    code: 'internal',
    detail: `Something failed on our side; the log has it as request ${requestId}.`,
    where: 'server',
  })
}

/** 405 for a path that exists. */
export function methodNotAllowed(allowed: string): Handler<ApiEnv> {
  return (c) =>
    respondWithProblem(c, {
      status: 405,
      code: 'method-not-allowed',
      detail: `This address answers ${allowed}.`,
      where: 'method',
      headers: { Allow: allowed },
    })
}

/** 404 for every other path. */
export function notFound(c: Context<ApiEnv>) {
  return respondWithProblem(c, {
    status: 404,
    code: 'not-found',
    detail: 'The addresses are /questions, /stats and /healthz.',
    where: 'path',
  })
}
