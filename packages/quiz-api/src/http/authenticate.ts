import type { ProblemCode } from '@cognito-srp/contract'
import type { MiddlewareHandler } from 'hono'

import type { VerifyToken } from '../auth/access-token.ts'
import { KeysUnavailableError, TokenError } from '../auth/token-errors.ts'
import type { ApiEnv } from './api-env.ts'
import { Problem } from './problem.ts'

const BEARER = /^Bearer +([\w.~+/=-]+)$/i

/** Lets only requests with a good access token pass and sets `userId`; 401 says why the others stay out (RFC 6750). */
export function authenticate(verify: VerifyToken): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const token = BEARER.exec(c.req.header('Authorization') ?? '')?.[1]
    if (token === undefined) {
      throw unauthorized('token-missing', 'The header must be "Bearer" and an access token.', 'Bearer')
    }
    const { userId } = await verify(token).catch((error: unknown) => {
      throw toProblem(error)
    })
    c.set('userId', userId)
    await next()
  }
}

function toProblem(error: unknown): unknown {
  if (error instanceof TokenError) {
    return unauthorized(error.code, error.message, `Bearer error="invalid_token", error_description="${error.message}"`)
  }
  if (error instanceof KeysUnavailableError) {
    return new Problem({
      status: 503,
      code: error.code,
      detail: error.message,
      where: 'header Authorization',
      headers: { 'Retry-After': '1' },
      cause: error.cause,
    })
  }
  return error
}

function unauthorized(code: ProblemCode, detail: string, challenge: string): Problem {
  return new Problem({
    status: 401,
    code,
    detail,
    where: 'header Authorization',
    headers: { 'WWW-Authenticate': challenge },
  })
}
