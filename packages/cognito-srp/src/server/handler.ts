import { CognitoError, NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { parseObject } from '../service/wire.ts'
import { createCalls, toPageTokens, type Outcome } from './calls.ts'
import { readConfig, type SessionHandlerConfig, type Settings } from './config.ts'
import { CONTENT_TYPE, corsHeaders, hasServiceType, isForeign, readBody, REFUSALS, type Refusal } from './guard.ts'
import { OPERATIONS } from './operations.ts'
import {
  createSessions,
  expiresAtMs,
  type Held,
  type HeaderSource,
  type RenewedSession,
  type ServerSession,
  type Sessions,
} from './sessions.ts'

/** Made by {@link createSessionHandler}. */
export type SessionHandler = {
  /**
   * Answers what a client whose `endpoint` is this handler's path asks: `POST <path>`, one operation of the service. And
   * `GET <path>session`: `{ session: null }`, or the tokens for the page's `adoptSession`. Anything else is 404 or 405.
   * Never rejects: what is wrong is an answer in the service's form.
   */
  handle(request: Request): Promise<Response>
  /**
   * The session of a request, or null. Reads only: it renews nothing and writes nothing, so it fits places that cannot
   * set cookies. A session that `isExpired` is renewed by whoever can: the page, or {@link SessionHandler.renewSession}.
   *
   * @throws what the `store` throws.
   * @example
   * declare const sessions: SessionHandler
   * declare const request: Request
   * const session = await sessions.readSession(request)
   * if (session && !session.isExpired) {
   *   await fetch('https://api.example.com/', { headers: { authorization: `Bearer ${session.accessToken.jwt}` } })
   * }
   */
  readSession(request: HeaderSource): Promise<ServerSession | null>
  /**
   * {@link SessionHandler.readSession} for places that can set cookies, as middleware can: renews a session that has
   * ended or is about to. When the service cannot be asked, the session stays as it is, and may be one that `isExpired`;
   * when it refuses, it is null.
   *
   * @throws what the `store` throws.
   * @example
   * declare const sessions: SessionHandler
   * declare const request: Request
   * declare function next(request: Request): Promise<Response>
   * const { setCookies, cookie } = await sessions.renewSession(request)
   * const forwarded = new Request(request)
   * forwarded.headers.set('cookie', cookie)
   * const response = await next(forwarded)
   * for (const setCookie of setCookies) response.headers.append('set-cookie', setCookie)
   */
  renewSession(request: HeaderSource): Promise<RenewedSession>
}

/** An operation of the service, as named in a request. */
const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/

/**
 * The server's half of sessions that scripts cannot read. It stands where the page's client has its `endpoint` and passes
 * operations on to the service. The tokens that come back stay in encrypted, HttpOnly cookies; the page gets them without
 * their signatures, and a placeholder for the refresh token. Makes no request and starts nothing.
 *
 * @throws ConfigurationError when something is missing, cannot be, or is not safe.
 * @example
 * declare const process: { env: Record<string, string> }
 * const sessions = createSessionHandler({
 *   userPoolId: 'sa-east-1_AbCdEf123',
 *   clientId: '1example23456789',
 *   secret: process.env['SESSION_SECRET'] ?? '',
 * })
 * const handlers = { fetch: (request: Request) => sessions.handle(request) }
 */
export function createSessionHandler(config: SessionHandlerConfig): SessionHandler {
  const settings = readConfig(config)
  const sessions = createSessions(settings)
  const { client, reportFault } = settings
  const route = createRoutes(settings, sessions)

  const toServerSession = (held: Held): ServerSession => {
    const { username, idToken, accessToken } = held
    const endsAtMs = expiresAtMs(held)
    return { username, idToken, accessToken, expiresAtMs: endsAtMs, isExpired: endsAtMs <= client.now() }
  }
  return {
    async handle(request) {
      const respond = (outcome: Outcome) => toResponse(outcome, request, settings)
      return route(request).then(respond, (failure: unknown) => respond({ failure }))
    },
    async readSession(request) {
      const { held } = await sessions.find(request)
      if (!held) return null
      return toServerSession(expiresAtMs(held) > client.now() ? held : await sessions.latest(held))
    },
    async renewSession(request) {
      const { received, held: found } = await sessions.find(request)
      const { held, setCookies } = await sessions.renewWhenDue(found, received).catch((error: unknown) => {
        if (!(error instanceof CognitoError)) throw error
        reportFault(error)
        return { held: found, setCookies: [] }
      })
      return {
        session: held ? toServerSession(held) : null,
        setCookies: [...setCookies],
        cookie: sessions.apply(request, setCookies),
      }
    },
  }
}

/** The routes, and the order of the checks: whoever must not ask at all is told nothing else. */
function createRoutes(settings: Settings, sessions: Sessions): (request: Request) => Promise<Outcome> {
  const { path, operations } = settings
  const serve = createCalls(settings, sessions)

  async function call(request: Request): Promise<Outcome> {
    if (!hasServiceType(request)) return { refusal: REFUSALS.contentType }
    const [, operation = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
    if (!operations.has(operation)) return { refusal: REFUSALS.operation }
    const text = await readBody(request)
    if (text === undefined) return { refusal: REFUSALS.length }
    const body = parseObject(text)
    if (!body) return { refusal: REFUSALS.body }
    // A sign-out is no question of what the store knows, nor of whether it can be asked.
    const evenEnded = OPERATIONS.get(operation)?.kind === 'sign-out'
    return serve({ operation, body, found: await sessions.find(request, { evenEnded }) })
  }

  async function adoptable(request: Request): Promise<Outcome> {
    const { received, held: found } = await sessions.find(request)
    const { held, setCookies } = await sessions.renewWhenDue(found, received)
    return { body: { session: held ? toPageTokens(held) : null }, setCookies }
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const isSession = pathname === `${path}session`
    if (!isSession && pathname !== path && `${pathname}/` !== path) return { refusal: REFUSALS.path }
    if (isForeign(request, settings)) return { refusal: REFUSALS.origin }
    if (request.method === 'OPTIONS') return { body: {} }
    const allow = isSession ? 'GET' : 'POST'
    if (request.method !== allow) return { refusal: { ...REFUSALS.method, headers: { allow } } }
    return isSession ? adoptable(request) : call(request)
  }
}

function toResponse(outcome: Outcome, request: Request, settings: Settings): Response {
  const refused = 'failure' in outcome ? { refusal: readFailure(outcome.failure, settings) } : outcome
  const refusal = 'refusal' in refused ? refused.refusal : undefined
  const headers = new Headers({
    'content-type': request.method === 'GET' ? 'application/json' : CONTENT_TYPE,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Cookie, Origin, Sec-Fetch-Site',
    ...refusal?.headers,
    ...corsHeaders(request, settings),
  })
  for (const setCookie of outcome.setCookies ?? []) headers.append('set-cookie', setCookie)
  const body = 'body' in outcome ? outcome.body : { __type: refusal?.code, message: refusal?.message }
  return new Response(JSON.stringify(body), { status: refusal?.status ?? 200, headers })
}

/** A failure in the service's form, for the page. What is nobody's business there is told to the server's own log. */
function readFailure(failure: unknown, { reportFault }: Settings): Refusal {
  if (failure instanceof ServiceError) {
    const { code, message, statusCode, retryAfterMs, requestId } = failure
    const headers = {
      ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
      ...(requestId !== undefined && { 'x-amzn-requestid': requestId }),
    }
    return { status: statusCode < 400 || statusCode > 599 ? 502 : statusCode, code, message, headers }
  }
  if (failure instanceof TimeoutError) return { status: 504, code: failure.code, message: failure.message }
  if (failure instanceof NetworkError) return { status: 502, code: failure.code, message: failure.message }
  reportFault(failure)
  return REFUSALS.fault
}
