import type { SigningPool } from '@cognito-srp/testing/signing-pool'
import type { Hono } from 'hono'

import { createQuizApi, type QuizApiOptions } from '../src/app.ts'
import { openSqliteStore } from '../src/store/sqlite-store.ts'
import type { ApiEnv } from '../src/http/access-token.ts'

/** Creates the real API, with an in-memory database, for the tokens of `pool`. */
export function createTestApi(pool: SigningPool, options: Partial<QuizApiOptions> = {}): Hono<ApiEnv> {
  const { issuer, jwks, clientId } = pool
  return createQuizApi({ store: openSqliteStore(':memory:'), issuer, jwks, clientIds: [clientId], ...options })
}

/** Sends one request, with a bearer token if `token` is given. A body that is not a string is sent as JSON. */
export async function send(
  api: Hono<ApiEnv>,
  { method = 'GET', path, token, body, headers = {} }: ApiRequest,
): Promise<Response> {
  return api.request(path, {
    method,
    headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

type ApiRequest = {
  method?: string
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}
