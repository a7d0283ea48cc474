import { NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { parseObject } from '../service/wire.ts'
import type { TokensToAdopt } from '../session/session.ts'
import { serveCall } from './calls.ts'
import { readConfig, type SessionHandlerConfig, type Settings } from './config.ts'
import { createSessionServer, SERVER, type SessionServer } from './cookie-session.ts'
import {
  CONTENT_TYPE,
  corsHeaders,
  ERROR_RESPONSES,
  hasServiceType,
  isForeign,
  readBody,
  type ErrorResponse,
} from './guard.ts'
import { toPageTokens, type Outcome } from './page-call.ts'
import { renewWhenDue } from './renewal.ts'
import { createSession, endSession, findSession, readSession, renewSession } from './sessions.ts'
import type {
  CreatedSession,
  EndedSession,
  HeaderSource,
  ReadSessionOptions,
  RenewedSession,
  ServerSession,
} from './sessions.ts'

/** Handler that {@link createSessionHandler} creates. */
export type SessionHandler = {
  /**
   * Handles the requests of a client whose `endpoint` is this handler's path. `POST <path>` forwards one operation to the
   * service. `GET <path>session` returns `{ session }` with the tokens for the page's `adoptSession`, or `{ session: null }`. A
   * request for another path gets status 404. A request with another method gets status 405, unless the method is `OPTIONS`
   * (CORS preflight). Never rejects, because `handle` converts errors to responses in the service's format.
   */
  handle(request: Request): Promise<Response>
  /**
   * Starts the session of a user who signed in on Cognito's hosted pages, for example with a social or SAML provider. The
   * session works like a session that started with a sign-in through the handler.
   *
   * The signatures are not verified. Pass only tokens that this server received from the pool's token endpoint, never tokens
   * that a browser sent.
   *
   * @param request browser's request. Like every new sign-in, `createSession` ends the session in the request's cookies, unless
   *   that session has the same refresh token
   * @throws SessionError when a token is missing, cannot be read, or belongs to another pool, app client or user;
   *   ConfigurationError when the tokens are too long for cookies; errors from the `store`.
   * @example
   * declare const sessions: SessionHandler
   * declare const request: Request
   * declare function exchangeCode(url: string): Promise<Record<'id_token' | 'access_token' | 'refresh_token', string>>
   * const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = await exchangeCode(request.url)
   * const { setCookies } = await sessions.createSession({ idToken, accessToken, refreshToken }, request)
   * const response = new Response(null, { status: 303, headers: { location: '/' } })
   * for (const setCookie of setCookies) response.headers.append('set-cookie', setCookie)
   */
  createSession(tokens: TokensToAdopt, request?: HeaderSource): Promise<CreatedSession>
  /**
   * Returns the session from a request's cookies, or null if the user is not signed in or the tokens have expired. Does not renew
   * tokens or set cookies, so code that cannot set cookies can call this function. {@link SessionHandler.renewSession} renews
   * expired tokens.
   *
   * @throws errors from the `store`.
   * @example
   * declare const sessions: SessionHandler
   * declare const request: Request
   * const session = await sessions.readSession(request)
   * if (session) {
   *   await fetch('https://api.example.com/', { headers: { authorization: `Bearer ${session.accessToken.jwt}` } })
   * }
   */
  readSession(request: HeaderSource, options?: ReadSessionOptions): Promise<ServerSession | null>
  /**
   * Like {@link SessionHandler.readSession}, but for code that can set cookies, such as middleware. Renews a session whose tokens
   * have expired or are about to expire. If the service cannot be reached, returns the session unchanged, even if a token has
   * expired (`isExpired`). If the service rejects the refresh token, the session is null.
   *
   * @throws errors from the `store`.
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
  /**
   * Ends a session on the server. Revokes the refresh token, records in the `store` that the session has ended, and returns
   * headers that remove the cookies. If the service cannot be reached, `endSession` still removes the cookies, and passes the
   * error to `onFault`.
   *
   * A route that calls `endSession` must check the origin of the request, like every route that changes data.
   *
   * @example
   * declare const sessions: SessionHandler
   * declare const request: Request
   * const { setCookies } = await sessions.endSession(request)
   * const response = new Response(null, { status: 303, headers: { location: '/' } })
   * for (const setCookie of setCookies) response.headers.append('set-cookie', setCookie)
   */
  endSession(request: HeaderSource): Promise<EndedSession>
}

/** Matches an `X-Amz-Target` header, and captures the name of the operation. */
const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/

/**
 * Creates a handler for sessions in cookies that scripts cannot read. The handler serves the `endpoint` of the page's client and
 * forwards operations to the service. The handler stores the tokens in encrypted, HttpOnly cookies. The page gets the tokens
 * without their signatures, and a placeholder instead of the refresh token. Creating a handler does not send a request.
 *
 * @throws ConfigurationError when an option is missing, unknown, invalid or unsafe.
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
  const server = createSessionServer(readConfig(config))
  const handler: SessionHandler = {
    async handle(request) {
      const outcome = await route(server, request).catch((failure: unknown): Outcome => ({ failure }))
      return toResponse(server, outcome, request)
    },
    createSession: async (tokens, request) => createSession(server, tokens, request),
    readSession: async (request, options) => readSession(server, request, options),
    renewSession: async (request) => renewSession(server, request),
    endSession: async (request) => endSession(server, request),
  }
  return Object.defineProperty(handler, SERVER, { value: server })
}

/**
 * Routes a request. Checks the path and the origin first, so that a page whose origin is not allowed gets only status 403 or 404.
 */
async function route(server: SessionServer, request: Request): Promise<Outcome> {
  const { path } = server
  const { pathname } = new URL(request.url)
  const isSession = pathname === `${path}session`
  if (!isSession && pathname !== path && `${pathname}/` !== path) return { error: ERROR_RESPONSES.path }
  if (isForeign(request, server)) return { error: ERROR_RESPONSES.origin }
  if (request.method === 'OPTIONS') return { body: {} }
  const allow = isSession ? 'GET' : 'POST'
  if (request.method !== allow) return { error: { ...ERROR_RESPONSES.method, headers: { allow } } }
  return isSession ? sessionToAdopt(server, request) : call(server, request)
}

async function call(server: SessionServer, request: Request): Promise<Outcome> {
  if (!hasServiceType(request)) return { error: ERROR_RESPONSES.contentType }
  const [, name = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
  const operation = server.operations.get(name)
  if (!operation) return { error: ERROR_RESPONSES.operation }
  const text = await readBody(request)
  if (text === undefined) return { error: ERROR_RESPONSES.length }
  const body = parseObject(text)
  if (!body) return { error: ERROR_RESPONSES.body }
  // A sign-out works even if the store fails.
  const found = await findSession(server, request, { evenEnded: operation.kind === 'sign-out' })
  return serveCall(server, { operation, body, ...found })
}

async function sessionToAdopt(server: SessionServer, request: Request): Promise<Outcome> {
  const { received, session: found } = await findSession(server, request)
  const { session, setCookies } = await renewWhenDue(server, found, received)
  return { body: { session: session ? toPageTokens(session) : null }, setCookies }
}

function toResponse(server: SessionServer, outcome: Outcome, request: Request): Response {
  const failed = 'failure' in outcome ? { error: readFailure(outcome.failure, server) } : outcome
  const error = 'error' in failed ? failed.error : undefined
  const headers = new Headers({
    'content-type': request.method === 'GET' ? 'application/json' : CONTENT_TYPE,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Cookie, Origin, Sec-Fetch-Site',
    ...error?.headers,
    ...corsHeaders(request, server),
  })
  for (const setCookie of outcome.setCookies ?? []) headers.append('set-cookie', setCookie)
  const body = 'body' in outcome ? outcome.body : { __type: error?.code, message: error?.message }
  return new Response(JSON.stringify(body), { status: error?.status ?? 200, headers })
}

/** Header in which AWS WAF returns the action that the page must take, for example `captcha`. */
const WAF_ACTION = 'x-amzn-waf-action'

/**
 * Converts an error to a response in the service's format. If the page must not see the details of an error, passes the error to
 * `onFault` and returns status 500.
 */
function readFailure(failure: unknown, { reportFault }: Settings): ErrorResponse {
  if (failure instanceof ServiceError) {
    const { code, message, statusCode, retryAfterMs, requestId, responseHeaders } = failure
    const wafAction = responseHeaders?.get(WAF_ACTION)
    const headers = {
      ...(retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) }),
      ...(requestId !== undefined && { 'x-amzn-requestid': requestId }),
      ...(wafAction && { [WAF_ACTION]: wafAction }),
    }
    return { status: statusCode < 400 || statusCode > 599 ? 502 : statusCode, code, message, headers }
  }
  if (failure instanceof TimeoutError) return { status: 504, code: failure.code, message: failure.message }
  if (failure instanceof NetworkError) return { status: 502, code: failure.code, message: failure.message }
  reportFault(failure)
  return ERROR_RESPONSES.fault
}
