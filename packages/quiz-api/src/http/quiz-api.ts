import { Hono } from 'hono'
import type { JWTVerifyGetKey } from 'jose'

import { createTokenVerifier } from '../auth/access-token.ts'
import { cacheVerifiedTokens } from '../auth/token-cache.ts'
import type { QuizStore } from '../store/quiz-store.ts'
import type { ApiEnv } from './api-env.ts'
import { authenticate } from './authenticate.ts'
import { limitBody } from './json-body.ts'
import { getQuestions } from './questions-route.ts'
import { answerError, methodNotAllowed, notFound } from './refusals.ts'
import { logRequests, type Logger } from './request-log.ts'
import { apiHeaders } from './security-headers.ts'
import { getStats, putStats } from './stats-route.ts'
import { limitWrites } from './write-limit.ts'
import { checkXsrf, xsrfCookie } from './xsrf.ts'

/** Room for 50,000 answered questions with long ids, below the 6 MB that a Lambda function can take. */
const MAX_BODY_BYTES = 5 * 1024 * 1024

/** The app writes every ten seconds at most; this leaves room for several devices and repeated attempts. */
const WRITES_PER_MINUTE = 120

/** What the API needs from outside. */
export type QuizApiOptions = {
  store: QuizStore
  /** `iss` of accepted tokens: `https://cognito-idp.<region>.amazonaws.com/<poolId>`. */
  issuer: string
  /** App clients whose tokens are accepted; at least one. */
  clientIds: readonly string[]
  /** The user pool's keys: `remoteJwks(url)`, or jose's `createLocalJWKSet`. */
  jwks: JWTVerifyGetKey
  /** Milliseconds since 1970. */
  now?: () => number
  /** Silent by default; see `jsonLogger`. */
  log?: Logger
  writesPerMinute?: number
  maxBodyBytes?: number
  /** Marks the XSRF cookie `Secure` and sends Strict-Transport-Security: whenever clients come over TLS. */
  secureCookies?: boolean
}

/**
 * The product's API: `/questions`, `/stats` and `/healthz`, to be mounted wherever the site wants it.
 *
 * @throws TypeError when `issuer` is empty or `clientIds` names no client
 */
export function createQuizApi(options: QuizApiOptions): Hono<ApiEnv> {
  const { store, issuer, clientIds, jwks, now = Date.now, log = () => {} } = options
  const { writesPerMinute = WRITES_PER_MINUTE, maxBodyBytes = MAX_BODY_BYTES, secureCookies = false } = options
  if (issuer === '') throw new TypeError('issuer must not be empty.')
  if (clientIds.length === 0) throw new TypeError('clientIds must name at least one client.')

  const signedIn = authenticate(cacheVerifiedTokens(createTokenVerifier({ issuer, clientIds, jwks, now }), now))
  const writable = [checkXsrf(), limitWrites(writesPerMinute, now), limitBody(maxBodyBytes)] as const

  const api = new Hono<ApiEnv>()
  api.onError(answerError(log))
  api.use(logRequests(log), apiHeaders({ https: secureCookies }))
  api.get('*', xsrfCookie({ secure: secureCookies }))
  api.get('/healthz', async (c) => {
    await store.check()
    return c.json({ status: 'ok' })
  })
  api.get('/questions', signedIn, getQuestions(store))
  api.get('/stats', signedIn, getStats(store))
  api.put('/stats', signedIn, ...writable, putStats(store))
  api.all('/healthz', methodNotAllowed('GET, HEAD'))
  api.all('/questions', methodNotAllowed('GET, HEAD'))
  api.all('/stats', methodNotAllowed('GET, HEAD, PUT'))
  api.all('*', notFound)
  return api
}
