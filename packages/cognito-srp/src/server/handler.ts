import { CognitoError, NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { parseObject } from '../service/wire.ts'
import { createCalls, toPageTokens, type Outcome } from './calls.ts'
import { readConfig, type SessionHandlerConfig, type Settings } from './config.ts'
import { corsHeaders, readBody, refuseContentType, refuseForeign, type Refusal } from './guard.ts'
import {
  createSessions,
  remainingMs,
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
   * ended or is about to. When the service cannot be asked, the session stays as it is; when it refuses, it is null.
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
 * @throws {@link ConfigurationError} when something is missing, cannot be, or is not safe.
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
    const leftMs = remainingMs(held, client.now())
    return { username, idToken, accessToken, expiresAtMs: client.now() + leftMs, isExpired: leftMs <= 0 }
  }
  return {
    async handle(request) {
      const respond = (outcome: Outcome) => toResponse(outcome, request, settings)
      return route(request).then(respond, (failure: unknown) => respond({ failure }))
    },
    async readSession(request) {
      const { held } = await sessions.find(request)
      if (!held) return null
      return toServerSession(remainingMs(held, client.now()) > 0 ? held : await sessions.latest(held))
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
    const wrongType = refuseContentType(request)
    if (wrongType) return refuse(wrongType)
    const [, operation = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
    if (!operations.has(operation)) {
      return refuse({
        status: 400,
        code: 'UnknownOperationException',
        message: 'This server serves no such operation.',
      })
    }
    const text = await readBody(request)
    if (text === undefined) {
      return refuse({ status: 413, code: 'RequestTooLongException', message: 'The request is longer than 64 kB.' })
    }
    const body = parseObject(text)
    if (!body) {
      return refuse({ status: 400, code: 'SerializationException', message: 'The request body is not a JSON object.' })
    }
    return serve({ operation, body, found: await sessions.find(request) })
  }

  async function adoptable(request: Request): Promise<Outcome> {
    const { received, held: found } = await sessions.find(request)
    const { held, setCookies } = await sessions.renewWhenDue(found, received)
    return { body: { session: held ? toPageTokens(held) : null }, setCookies }
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    const answer =
      pathname === `${path}session` ? adoptable : `${pathname}/` === path || pathname === path ? call : undefined
    if (!answer) return refuse({ status: 404, code: 'NotFoundException', message: 'Nothing is served at this path.' })
    const foreign = refuseForeign(request, settings)
    if (foreign) return refuse(foreign)
    if (request.method === 'OPTIONS') return { body: {} }
    const method = answer === call ? 'POST' : 'GET'
    if (request.method === method) return answer(request)
    return refuse({ status: 405, code: 'MethodNotAllowedException', message: `Only ${method} is served at this path.` })
  }
}

function refuse({ status, code, message }: Refusal): Outcome {
  return { failure: new ServiceError(message, { code, statusCode: status, retryable: false }) }
}

function toResponse(outcome: Outcome, request: Request, settings: Settings): Response {
  const failure = 'failure' in outcome ? readFailure(outcome.failure, settings) : undefined
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Cookie, Origin, Sec-Fetch-Site',
    ...failure?.headers,
    ...corsHeaders(request, settings),
  })
  for (const setCookie of outcome.setCookies ?? []) headers.append('set-cookie', setCookie)
  const body = 'body' in outcome ? outcome.body : { __type: failure?.code, message: failure?.message }
  return new Response(JSON.stringify(body), { status: failure?.status ?? 200, headers })
}

type Failure = Refusal & { headers?: Record<string, string> }

const INTERNAL: Failure = {
  status: 500,
  code: 'InternalErrorException',
  message: 'The server failed. Try again later.',
}

/** A failure in the service's form, for the page. What is nobody's business there is told to the server's own log. */
function readFailure(failure: unknown, { reportFault }: Settings): Failure {
  if (failure instanceof ServiceError) {
    const { code, message, statusCode, retryAfterMs, requestId } = failure
    const retryAfter = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }
    const headers = { ...retryAfter, ...(requestId === undefined ? {} : { 'x-amzn-requestid': requestId }) }
    return { status: statusCode < 400 ? 502 : statusCode, code, message, headers }
  }
  if (failure instanceof TimeoutError) return { status: 504, code: failure.code, message: failure.message }
  if (failure instanceof NetworkError) return { status: 502, code: failure.code, message: failure.message }
  reportFault(failure)
  return INTERNAL
}
