import { assertOptions } from '../client.ts'
import { ConfigurationError, HostedLoginError } from '../errors.ts'
import { pickAuthResponse, stateOf } from '../hosted/auth-response.ts'
import {
  AUTHORIZATION_OPTIONS,
  checkAuthorizationOptions,
  startLogin,
  type AuthorizationOptions,
} from '../hosted/authorization-request.ts'
import { exchangeCode, unknownLogin } from '../hosted/code-exchange.ts'
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
  /**
   * The module `oauth4webapi`. Only servers that call `createHostedRoutes` need oauth4webapi, because `@cognito-srp/client/server`
   * does not import oauth4webapi.
   */
  oauth: ServerOAuthModule
  /** URL to which Cognito redirects after a sign-out. The app client's sign-out URLs must include this URL. */
  signOutUri: string
  /**
   * Path to which `callback` redirects after a failed sign-in. The query parameter `loginError` contains
   * the `reason` of a HostedLoginError, or `failed` for any other error. Default `/`.
   */
  errorPath?: string | undefined
  /**
   * Function that receives the error from a failed sign-in and can return the response for the browser. If `onError` throws,
   * `callback` reports the thrown error to `onFault` and redirects to `errorPath`.
   */
  onError?:
    | ((error: unknown, request: Request) => Response | undefined | void | Promise<Response | undefined | void>)
    | undefined
}

/** Server routes for signing in on Cognito's hosted pages, created by {@link createHostedRoutes}. */
export type HostedRoutes = {
  /**
   * Handles `GET /login` and redirects to the hosted pages. The query parameter `returnTo` is the path to which `callback`
   * redirects after the sign-in. `login` ignores a `returnTo` that points to another site, or whose encoded form is longer than
   * 512 characters.
   *
   * @param options options that your route sets, for example the provider. Validate values from the request before you pass them
   * to `login`.
   * @throws ConfigurationError when an option is unknown or invalid.
   * @example
   * declare const hosted: HostedRoutes
   * const loginWithGoogle = (request: Request) => hosted.login(request, { provider: 'Google' })
   */
  login(request: Request, options?: AuthorizationOptions): Promise<Response>
  /**
   * Handles `GET` requests to `redirectUri`. Exchanges the code for tokens, validates the tokens, stores the session in cookies,
   * and redirects to the path that `login` received as `returnTo`. The promise never rejects. If the sign-in fails, `errorPath`
   * and `onError` determine the response.
   *
   * @example
   * declare const hosted: HostedRoutes
   * const handlers = { '/callback': (request: Request) => hosted.callback(request) }
   */
  callback(request: Request): Promise<Response>
  /**
   * Handles `POST /logout`, for example from a form. Ends the session on this server, revokes the refresh token, and redirects
   * to Cognito's `/logout` endpoint, which ends the user's session on the hosted pages. Rejects requests from pages of other
   * origins with status 403, unless `origins` lists the origin.
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
 * Maximum length of the encoded query parameter `returnTo`. The cookie of each pending sign-in contains the sign-in's `returnTo`,
 * and servers limit the total size of cookies.
 */
const RETURN_TO_MAX_LENGTH = 512

/**
 * Creates server routes that sign users in on Cognito's hosted pages. The server exchanges the code, so the app client can have a
 * secret. The page receives the same session as after a sign-in through the session handler, and the tokens in this session have
 * no signatures. An encrypted cookie contains the state, nonce and PKCE verifier of each pending sign-in. `createHostedRoutes`
 * itself sends no request.
 *
 * @param sessions session handler from `createSessionHandler`
 * @throws ConfigurationError when `sessions` is not such a handler, or when an option is missing, unknown or invalid.
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
    throw new ConfigurationError('oauth must be the module oauth4webapi. Import the module with import * as oauth.')
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
    const authResponse = pickAuthResponse(new URL(request.url))
    const taken = await takeLogin(server, stateOf(authResponse) ?? '', cookieHeader(request))
    setCookies = taken.setCookies
    const { login } = taken
    if (!login) throw unknownLogin()
    const { oauth } = config
    const { clientSecret } = server.client
    const authentication = clientSecret === undefined ? undefined : oauth.ClientSecretPost(clientSecret)
    const session = await exchangeCode(oauth, server.client, pages, { login, authResponse }, { authentication })
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

/** Returns the response to a failed sign-in. The default response redirects to `errorPath`. */
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
 * Redirects with GET and without a referrer, because the address of the current request can contain an authorization code.
 */
function redirectTo(location: string, setCookies: readonly string[]): Response {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return withCookies(new Response(null, { status: 303, headers }), setCookies)
}

/** Returns a copy of a response with additional cookies. A copy is necessary because some responses have immutable headers. */
function withCookies(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const setCookie of setCookies) headers.append('set-cookie', setCookie)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
