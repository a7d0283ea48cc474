import { Hono } from 'hono'
import { requestId } from 'hono/request-id'

import { authenticate, type ApiEnv, type KeySource } from './http/access-token.ts'
import { allowOrigins, isOrigin } from './http/cors.ts'
import { requireHost } from './http/host.ts'
import { paceLargeDocuments } from './http/large-documents.ts'
import { methodNotAllowed, notFound, respondToErrors } from './http/problem.ts'
import { sendQuestions } from './http/questions.ts'
import { logRequests, type Logger } from './http/request-log.ts'
import type { AskPool } from './http/revocation.ts'
import { apiHeaders, sendHeaders } from './http/security-headers.ts'
import { deleteStats, replaceStats, sendStats } from './http/stats.ts'
import { limitWrites } from './http/write-limit.ts'
import { checkXsrf, xsrfCookie } from './http/xsrf.ts'
import type { QuizStore } from './store/quiz-store.ts'

/**
 * Maximum length of a body, with room for 10,000 entries with 69-byte ids and five-digit counts (104 bytes each), and
 * for a hundred devices' marks.
 */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * Maximum number of writes per minute for each user. An open page usually writes at most every ten seconds, so the
 * limit leaves room for several devices and for retries.
 */
const WRITES_PER_MINUTE = 120

/** Options of {@link createQuizApi}. */
export type QuizApiOptions = {
  store: QuizStore
  /**
   * Required `iss` claim of the tokens, such as `https://cognito-idp.<region>.amazonaws.com/<poolId>`. A list contains
   * all addresses of one user pool, for example while the pool changes to
   * `https://issuer-cognito-idp.<region>.amazonaws.com/<poolId>`.
   */
  issuer: string | readonly string[]
  /** Ids of the app clients whose tokens are accepted. The list must contain at least one id. */
  clientIds: readonly string[]
  /** The user pool's keys, from `remoteJwks(url)` or jose's `createLocalJWKSet`. */
  jwks: KeySource
  /**
   * Asks the pool whether a token is still valid, for example `askCognito(endpoint)`. The API caches each response for
   * a minute. By default, a token is valid until it expires, even if its user has been deleted.
   */
  askPool?: AskPool | undefined
  /** Milliseconds since 1970. */
  now?: () => number
  /** Receives the log entries, for example `jsonLogger()`. By default the API logs nothing. */
  log?: Logger
  writesPerMinute?: number
  maxBodyBytes?: number
  /**
   * Other origins whose pages may call the API, such as `https://revisa.example.com`. By default, only pages of the API's own
   * origin may call the API.
   */
  allowedOrigins?: readonly string[]
  /** Marks the XSRF cookie `Secure` and sends Strict-Transport-Security. Set `secureCookies` if clients connect over TLS. */
  secureCookies?: boolean
}

/**
 * Creates the product's API as a Hono app, which a site can mount under any path. The code lists every route with its
 * middleware, in the order in which a request passes through them. docs/decisions/018-hono-middleware.md explains which
 * middleware of Hono the API uses.
 *
 * @throws TypeError when `issuer` or `clientIds` is empty, or one of `allowedOrigins` is not an origin
 */
export function createQuizApi(options: QuizApiOptions): Hono<ApiEnv> {
  checkOptions(options)
  const { store, issuer, clientIds, jwks, askPool, now = Date.now, log = () => {} } = options
  const { writesPerMinute = WRITES_PER_MINUTE, maxBodyBytes = MAX_BODY_BYTES } = options
  const { secureCookies = false, allowedOrigins = [] } = options

  const api = new Hono<ApiEnv>()
  const signedIn = authenticate({ issuer, clientIds, jwks, now, askPool })
  const ownPages = checkXsrf({ allowedOrigins })
  const writeLimit = limitWrites(writesPerMinute, now)
  const pace = paceLargeDocuments()

  api.onError(respondToErrors(log))
  api.use(
    requestId({ limitLength: 0 }), // never the client's own id, which would appear in the log
    logRequests(log),
    sendHeaders(apiHeaders({ https: secureCookies })),
    requireHost,
  )
  if (allowedOrigins.length > 0) api.use(allowOrigins(allowedOrigins))
  api.get('*', xsrfCookie({ secure: secureCookies }))

  api.get('/healthz', async (c) => {
    await store.check()
    return c.json({ status: 'ok' })
  })
  api.all('/healthz', methodNotAllowed('GET, HEAD'))

  api.get('/questions', signedIn, sendQuestions(store))
  api.all('/questions', methodNotAllowed('GET, HEAD'))

  api.get('/stats', signedIn, sendStats(store, pace))
  api.put('/stats', signedIn, ownPages, writeLimit, replaceStats(store, { maxBytes: maxBodyBytes, pace }))
  api.delete('/stats', signedIn, ownPages, writeLimit, deleteStats(store))
  api.all('/stats', methodNotAllowed('GET, HEAD, PUT, DELETE'))

  api.all('*', notFound) // a route, because Hono calls `notFound` only of the outermost app
  return api
}

/** @throws TypeError */
function checkOptions({ issuer, clientIds, allowedOrigins = [] }: QuizApiOptions): void {
  if ([issuer].flat().every((address) => address === '')) throw new TypeError('issuer must not be empty.')
  if (clientIds.length === 0) throw new TypeError('clientIds must name at least one client.')

  const mistaken = allowedOrigins.find((origin) => !isOrigin(origin))
  if (mistaken !== undefined) throw new TypeError(`allowedOrigins contains "${mistaken}", which is not an origin.`)
}
