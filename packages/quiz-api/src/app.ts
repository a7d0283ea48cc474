import type { Marks } from '@cognito-srp/contract'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { parseAccept } from 'hono/utils/accept'

import { authenticate, type ApiEnv, type KeySource } from './http/access-token.ts'
import { allowOrigins, isOrigin } from './http/cors.ts'
import {
  allowRevalidation,
  entityTag,
  failedCondition,
  isCurrentCopy,
  parseConditions,
  type ConditionalHeader,
} from './http/entity-tags.ts'
import { requireHost } from './http/host.ts'
import { LARGE_BYTES, readBody, sendJson } from './http/large.ts'
import { createLoad, type Load } from './http/load.ts'
import { HttpProblem, methodNotAllowed, notFound, respondToErrors } from './http/problem.ts'
import { logRequests, type Logger } from './http/request-log.ts'
import type { AskPool } from './http/revocation.ts'
import { apiHeaders, sendHeaders } from './http/security-headers.ts'
import { checkStatsBody, type CheckedBody, type GoodBody } from './http/stats-body.ts'
import { limitWrites } from './http/write-limit.ts'
import { checkXsrf, xsrfCookie } from './http/xsrf.ts'
import { CODINGS, createBankEncoder, type Coding } from './questions/encoded-bank.ts'
import type { QuizStore, StatsHead, StoredStats } from './store/quiz-store.ts'

/** Room for 60,000 answered questions with ids as long as a UUID, below the 6 MB that a Lambda function can take. */
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
  jwks: KeySource
  /**
   * Asks the pool once a minute whether a token still counts: `askCognito(endpoint)`. By default a token counts until it
   * expires, also when its user was deleted.
   */
  askPool?: AskPool | undefined
  /** Milliseconds since 1970. */
  now?: () => number
  /** Silent by default; see `jsonLogger`. */
  log?: Logger
  writesPerMinute?: number
  maxBodyBytes?: number
  /**
   * Checks a body above 64 kB; by default here and now, which keeps everybody waiting. `startBodyThreads` of the server
   * does it in threads. The body's memory may be taken.
   */
  checkLargeBody?: (body: Uint8Array<ArrayBuffer>) => Promise<CheckedBody>
  /** How much is being done, for whoever measures it: `createLoad()`. */
  load?: Load
  /** Origins of pages, beside the API's own, that may call it: `https://revisa.example.com`. None by default. */
  allowedOrigins?: readonly string[]
  /** Marks the XSRF cookie `Secure` and sends Strict-Transport-Security: whenever clients come over TLS. */
  secureCookies?: boolean
}

/**
 * The product's API, to be mounted wherever the site wants it: every route with its middleware, in the order in which
 * a request meets them. Which of Hono's middleware is used and which is not: docs/decisions/018-middleware-of-hono.md.
 *
 * @throws TypeError when `issuer` is empty, `clientIds` names no client, or one of `allowedOrigins` is no origin
 */
export function createQuizApi(options: QuizApiOptions): Hono<ApiEnv> {
  const { store, issuer, clientIds, jwks, now = Date.now, log = () => {} } = options
  const { writesPerMinute = WRITES_PER_MINUTE, maxBodyBytes = MAX_BODY_BYTES } = options
  const { secureCookies = false, allowedOrigins = [] } = options
  const { checkLargeBody = async (body: Uint8Array) => checkStatsBody(body) } = options
  if (issuer === '') throw new TypeError('issuer must not be empty.')
  if (clientIds.length === 0) throw new TypeError('clientIds must name at least one client.')

  const mistaken = allowedOrigins.find((origin) => !isOrigin(origin))
  if (mistaken !== undefined) throw new TypeError(`allowedOrigins must be origins; "${mistaken}" is none.`)

  const api = new Hono<ApiEnv>()
  const signedIn = authenticate({ issuer, clientIds, jwks, now, askPool: options.askPool })
  const ownPages = checkXsrf({ allowedOrigins })
  const writeLimit = limitWrites(writesPerMinute, now)
  const { reads, writes, held } = options.load ?? createLoad()

  api.onError(respondToErrors(log))
  api.use(
    requestId({ limitLength: 0 }), // an id that the client made up is never taken: it would stand in the log
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

  const encodeBank = createBankEncoder(store)
  api.get('/questions', signedIn, async (c) => {
    const coding = bestCoding(c.req.header('Accept-Encoding'))
    const { body, version } = await encodeBank(coding)
    allowRevalidation(c, version, 'Accept-Encoding, Authorization')
    if (isCurrentCopy(c, version)) return c.body(null, 304)
    if (coding !== 'identity') c.header('Content-Encoding', coding)
    return c.body(body, 200, { 'Content-Type': 'application/json' })
  })
  api.all('/questions', methodNotAllowed('GET, HEAD'))

  api.get('/stats', signedIn, reads.inTurn, async (c) => {
    const userId = c.get('userId')
    const stats = await store.readStats(userId)
    if (stats === null) throw noStatsYet()
    allowRevalidation(c, stats.version, 'Authorization')
    if (isCurrentCopy(c, stats.version)) return c.body(null, 304)
    const { byteLength } = stats.questionsStatsJson
    if (byteLength <= LARGE_BYTES) return sendJson(c, statsJson(userId, stats), { status: 200, done: () => {} })
    held.add(byteLength)
    return sendJson(c, statsJson(userId, stats), { status: 200, done: () => held.remove(byteLength) })
  })
  api.put('/stats', signedIn, ownPages, writeLimit, writes.inTurn, async (c) => {
    const userId = c.get('userId')
    const conditions = parseConditions((name) => c.req.header(name))
    const { body, release } = await readBody(c, { maxBytes: maxBodyBytes, held })
    try {
      const checked = await (body.byteLength > LARGE_BYTES ? checkLargeBody(body) : checkStatsBody(body))
      if ('problem' in checked) throw new HttpProblem({ status: 400, ...checked.problem })
      if (checked.good.id !== userId) throw foreignId()

      const { questionsStatsJson } = checked.good
      const outcome = await store.writeStats(userId, (current) => {
        const failed = failedCondition(conditions, current?.version ?? null)
        return failed ?? { marks: marksOf(checked.good, current), questionsStatsJson }
      })
      if (outcome.status === 'refused') throw preconditionFailed(outcome.reason, outcome.current)
      const { stats, created } = outcome
      c.header('ETag', entityTag(stats.version))
      c.header('Cache-Control', 'no-store')
      return sendJson(c, statsJson(userId, stats), { status: created ? 201 : 200, done: release })
    } catch (error) {
      release()
      throw error
    }
  })
  api.delete('/stats', signedIn, ownPages, writeLimit, writes.inTurn, async (c) => {
    const conditions = parseConditions((name) => c.req.header(name))
    const outcome = await store.deleteStats(c.get('userId'), (current) =>
      failedCondition(conditions, current?.version ?? null),
    )
    if (outcome.status === 'refused') throw preconditionFailed(outcome.reason, outcome.current)
    return c.body(null, 204)
  })
  api.all('/stats', methodNotAllowed('GET, HEAD, PUT, DELETE'))

  api.all('*', notFound) // a route, because Hono asks only the outermost app for its `notFound`
  return api
}

/**
 * The marks to store. Those that are stored stay where a body has none: they belong to devices whose answers the counts
 * include. Counts that hold nothing include nobody's: a device that was counted before would else never send its answers
 * again.
 */
function marksOf({ marks, isEmpty }: GoodBody, current: StatsHead | null): Marks {
  return marks ?? (isEmpty ? {} : (current?.marks ?? {}))
}

/** The smallest coding that the client takes; browsers list them all with the same weight. */
function bestCoding(acceptEncoding = ''): Coding {
  const accepted = parseAccept(acceptEncoding)
  const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
  return CODINGS.find((coding) => (weightOf(coding) ?? weightOf('*') ?? 0) > 0) ?? 'identity'
}

/** The counts are stored as JSON, and are not parsed only to be printed again. */
function statsJson(userId: string, { marks, questionsStatsJson }: StoredStats): Uint8Array<ArrayBuffer>[] {
  const utf8 = new TextEncoder()
  return [
    utf8.encode(`{"id":${JSON.stringify(userId)},"questionsStats":`),
    questionsStatsJson,
    utf8.encode(`,"marks":${JSON.stringify(marks)}}`),
  ]
}

function noStatsYet(): HttpProblem {
  return new HttpProblem({
    status: 404,
    code: 'stats-not-found',
    detail: 'You have no statistics yet: create them with PUT.',
    where: 'path',
  })
}

function foreignId(): HttpProblem {
  return new HttpProblem({
    status: 403,
    code: 'foreign-id',
    detail: 'The id must be your own user name.',
    where: 'body.id',
  })
}

function preconditionFailed(header: ConditionalHeader, current: StatsHead | null): HttpProblem {
  return new HttpProblem({
    status: 412,
    code: 'precondition-failed',
    detail:
      current === null
        ? 'There are no statistics yet.'
        : 'The statistics changed meanwhile: read them again, merge, and repeat.',
    where: `header ${header}`,
    ...(current && { headers: { ETag: entityTag(current.version) } }),
  })
}
