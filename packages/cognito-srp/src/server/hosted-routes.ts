import { assertOptions } from '../client.ts'
import { ConfigurationError, HostedLoginError } from '../errors.ts'
import { pickAnswer, stateOf } from '../hosted/answer-address.ts'
import {
  AUTHORIZATION_OPTIONS,
  checkAuthorizationOptions,
  startLogin,
  type AuthorizationOptions,
} from '../hosted/authorization-request.ts'
import { redeemAnswer, unknownLogin } from '../hosted/code-exchange.ts'
import {
  logoutAddress,
  readAddress,
  readHostedPages,
  readOwnPath,
  type HostedPages,
  type HostedPagesConfig,
} from '../hosted/hosted-pages.ts'
import type { ServerOAuthModule } from '../hosted/oauth-module.ts'
import { serverOf, type SessionServer } from './cookie-session.ts'
import { isForeign } from './guard.ts'
import type { SessionHandler } from './handler.ts'
import { keepLogin, takeLogin } from './pending-logins.ts'
import { cookieHeader, createSession, endSession } from './sessions.ts'

/** Options of {@link createHostedRoutes}. */
export type HostedRoutesConfig = HostedPagesConfig & {
  /** The module `oauth4webapi`. The server entry does not import the package, so only servers with these routes need it. */
  oauth: ServerOAuthModule
  /** Address to show after a sign-out. Must equal one of the app client's sign-out URLs. */
  signOutUri: string
  /**
   * Path of the page to show after a failed sign-in, with the query parameter `loginError`. The parameter is the `reason` of the
   * HostedLoginError, or `failed` for any other error. Default `/`.
   */
  errorPath?: string | undefined
  /**
   * Receives the error of a failed sign-in, for example to log the error. Can return the response for the browser. An error that
   * `onError` throws is ignored.
   */
  onError?:
    | ((error: unknown, request: Request) => Response | undefined | void | Promise<Response | undefined | void>)
    | undefined
}

/** Routes of a server for Cognito's hosted pages, created by {@link createHostedRoutes}. */
export type HostedRoutes = {
  /**
   * Handles `GET /login`: redirects to the hosted pages. The query parameter `returnTo` is the path to show after the sign-in. A
   * `returnTo` that could lead to another site, or is longer than 512 characters, is ignored.
   *
   * @param options options that your route sets, for example the provider. Validate values from the request before you pass
   * them.
   * @throws ConfigurationError for an unknown or invalid option.
   * @example
   * declare const hosted: HostedRoutes
   * const loginWithGoogle = (request: Request) => hosted.login(request, { provider: 'Google' })
   */
  login(request: Request, options?: AuthorizationOptions): Promise<Response>
  /**
   * Handles `GET` requests to `redirectUri`: exchanges the code for tokens, checks the tokens, starts the session in the cookies, and
   * redirects to the `returnTo` of `login`. Never rejects; see `errorPath` and `onError`.
   *
   * @example
   * declare const hosted: HostedRoutes
   * const handlers = { '/callback': (request: Request) => hosted.callback(request) }
   */
  callback(request: Request): Promise<Response>
  /**
   * Handles `POST /logout`, for example from a form: ends the session on this server, revokes the refresh token, and redirects to
   * Cognito's `/logout`, which ends the user's session on the hosted pages. Rejects requests from other sites with status 403.
   *
   * @example
   * declare const hosted: HostedRoutes
   * const handlers = { '/logout': (request: Request) => hosted.logout(request) }
   */
  logout(request: Request): Promise<Response>
}

type Routes = { server: SessionServer; pages: HostedPages; config: HostedRoutesConfig; errorPath: string }

const CONFIG_OPTIONS: readonly string[] = [
  'oauth',
  'domain',
  'redirectUri',
  'scopes',
  'signOutUri',
  'errorPath',
  'onError',
] satisfies (keyof HostedRoutesConfig)[]
/**
 * Maximum length of an encoded `returnTo` in the query. The cookies of pending sign-ins contain these paths, and servers limit
 * the size of all cookies.
 */
const RETURN_TO_MAX_LENGTH = 512

/**
 * Creates the routes of a server that signs users in on Cognito's hosted pages. The server exchanges the code, so the app client
 * can have a secret. The page gets the same session as after a sign-in through the handler; the tokens in it have no signatures.
 * Each state, nonce and verifier is in an encrypted cookie until the callback. Creating routes sends no request.
 *
 * @param sessions handler that keeps the sessions
 * @throws ConfigurationError when an option is missing, unknown or invalid.
 * @example
 * import * as oauth from 'oauth4webapi'
 * import { createHostedRoutes, type SessionHandler } from '@cognito-srp/client/server'
 *
 * declare const sessions: SessionHandler
 * const hosted = createHostedRoutes(sessions, {
 *   oauth,
 *   domain: 'auth.example.com',
 *   redirectUri: 'https://app.example.com/callback',
 *   signOutUri: 'https://app.example.com/',
 * })
 */
export function createHostedRoutes(sessions: SessionHandler, config: HostedRoutesConfig): HostedRoutes {
  const server = serverOf(sessions)
  const given = { ...config }
  assertOptions(given, CONFIG_OPTIONS, 'createHostedRoutes')
  const pages = readHostedPages(given)
  readAddress(given.signOutUri, 'signOutUri')
  const errorPath = readOwnPath(given.errorPath ?? '/', pages)
  if (errorPath === undefined) throw new ConfigurationError('errorPath must be a path on this site, like /login.')
  if (typeof given.oauth?.authorizationCodeGrantRequest !== 'function') {
    throw new ConfigurationError('oauth must be the whole module oauth4webapi (import * as oauth).')
  }
  const routes = { server, pages, config: given, errorPath }
  return {
    login: async (request, options = {}) => forMethod('GET', request, () => login(routes, request, options)),
    callback: async (request) => forMethod('GET', request, () => callback(routes, request)),
    logout: async (request) => forMethod('POST', request, () => logout(routes, request)),
  }
}

async function login({ server, pages, config }: Routes, request: Request, options: AuthorizationOptions) {
  assertOptions(options, AUTHORIZATION_OPTIONS, 'login')
  checkAuthorizationOptions(options, pages)
  const asked = readOwnPath(new URL(request.url).searchParams.get('returnTo'), pages) ?? '/'
  const returnTo = options.returnTo ?? (asked.length <= RETURN_TO_MAX_LENGTH ? asked : '/')
  const { login, address } = await startLogin(config.oauth, server.client, pages, { ...options, returnTo })
  return redirectTo(address, await keepLogin(server, login, cookieHeader(request)))
}

async function callback(routes: Routes, request: Request): Promise<Response> {
  const { server, pages, config } = routes
  let setCookies: string[] = []
  try {
    const answer = pickAnswer(new URL(request.url))
    const taken = await takeLogin(server, stateOf(answer) ?? '', cookieHeader(request))
    setCookies = taken.setCookies
    const { login } = taken
    if (!login) throw unknownLogin()
    const { oauth } = config
    const { clientSecret } = server.client
    const authentication = clientSecret === undefined ? undefined : oauth.ClientSecretPost(clientSecret)
    const session = await redeemAnswer(oauth, server.client, pages, { login, answer }, { authentication })
    const { idToken, accessToken, refreshToken } = session
    const tokens = { idToken: idToken.jwt, accessToken: accessToken.jwt, refreshToken }
    const created = await createSession(server, tokens, request)
    return redirectTo(login.returnTo, [...setCookies, ...created.setCookies])
  } catch (error) {
    return failed(routes, { error, request, setCookies })
  }
}

async function logout({ server, pages, config }: Routes, request: Request): Promise<Response> {
  if (isForeign(request, server)) return new Response('Pages of this origin may not sign out.', { status: 403 })
  const { setCookies } = await endSession(server, request)
  return redirectTo(logoutAddress(pages, server.client.clientId, config.signOutUri), setCookies)
}

/** Returns the response to a failed sign-in. The response comes from `onError` if this function returns one. */
async function failed(
  { server, config, errorPath }: Routes,
  { error, request, setCookies }: { error: unknown; request: Request; setCookies: readonly string[] },
): Promise<Response> {
  const isExpected = error instanceof HostedLoginError
  if (!isExpected) server.reportFault(error)
  try {
    const chosen = await config.onError?.(error, request)
    if (chosen) return withCookies(chosen, setCookies)
  } catch (fault) {
    server.reportFault(fault)
  }
  const [path = '', hash] = errorPath.split('#', 2)
  const query = `${path.includes('?') ? '&' : '?'}loginError=${isExpected ? error.reason : 'failed'}`
  return redirectTo(path + query + (hash === undefined ? '' : `#${hash}`), setCookies)
}

function forMethod(allow: 'GET' | 'POST', { method }: Request, handle: () => Promise<Response>) {
  return method === allow ? handle() : new Response(null, { status: 405, headers: { allow } })
}

/**
 * Redirects with GET. The address of this request can contain a code, so the browser must not send the address to the next page
 * as a referrer.
 */
function redirectTo(location: string, setCookies: readonly string[]): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return withCookies(new Response(null, { status: 303, headers }), setCookies)
}

/** Returns a copy of a response with more cookies, because the headers of some responses cannot be changed. */
function withCookies(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
