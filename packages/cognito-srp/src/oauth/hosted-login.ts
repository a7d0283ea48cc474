import {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi'

import { assertOptions, requireClient, type CognitoClient } from '../client.ts'
import { ConfigurationError } from '../errors.ts'
import { stateOf } from '../hosted/auth-response.ts'
import {
  AUTHORIZATION_OPTIONS,
  checkAuthorizationOptions,
  LOGIN_LIFETIME_MS,
  startLogin,
  type AuthorizationOptions,
} from '../hosted/authorization-request.ts'
import { logoutAddress, readAddress, readHostedPages, type HostedPagesConfig } from '../hosted/hosted-pages.ts'
import type { OAuthModule } from '../hosted/oauth-module.ts'
import { throwIfAborted, type CallOptions } from '../service/transport.ts'
import { signOut, type SignOutOptions } from '../session/sign-out.ts'
import type { Keep } from '../sign-in/kept-challenge.ts'
import { complete, signInWith, takeAuthResponse, type HostedLoginResult } from './complete.ts'
import { requirePage, type HostedContext } from './hosted-context.ts'
import { createKeptLogins } from './kept-logins.ts'
import { leavePage } from './leave-page.ts'
import { askInPopup } from './popup.ts'

/** Options of {@link createHostedLogin}. */
export type HostedLoginConfig = HostedPagesConfig & {
  /**
   * URL to which Cognito redirects after a sign-out. The app client's sign-out URLs must include this URL. Required for `signOut`.
   */
  signOutUri?: string | undefined
  /**
   * Storage for the state, nonce and PKCE verifier of a sign-in by redirect, or a function that returns that storage. The default
   * is `sessionStorage`, which tabs do not share.
   */
  storage?: Keep | undefined
}

/** Options of {@link HostedLogin.redirect}. */
export type RedirectOptions = AuthorizationOptions & CallOptions

/** Options of {@link HostedLogin.popup}. */
export type PopupOptions = AuthorizationOptions &
  CallOptions & {
    /** Maximum duration of the sign-in, in milliseconds. The default is 10 minutes, which is also the maximum. */
    timeoutMs?: number | undefined
  }

/** Functions for signing in on Cognito's hosted pages, created by {@link createHostedLogin}. The functions do not use `this`. */
export type HostedLogin = {
  /**
   * Redirects the browser to the hosted pages. The hosted pages then redirect to `redirectUri`, where the app must call
   * {@link HostedLogin.complete}. The promise never resolves. After the navigation has started, the promise rejects only if
   * `signal` aborts, or if the browser stays on the page or restores the page, for example after the user presses the back button.
   *
   * @throws HostedLoginError with the reason `cancelled` or `timeout`; ConfigurationError when an option is unknown or invalid,
   *   when `redirectUri` is on a different origin from the page, when the platform has no `crypto.subtle`, or when `redirect` is
   *   called outside a browser page; StorageError; the reason of `signal`.
   * @example
   * declare const hosted: HostedLogin
   * await hosted.redirect({ provider: 'Google', returnTo: '/account' })
   */
  redirect(options?: RedirectOptions): Promise<never>
  /**
   * Completes the sign-in on the page at `redirectUri`. First removes the authorization code and the state from the address bar
   * and the history. Then exchanges the code for tokens, validates the tokens, and stores the session as `signIn` does. In a
   * popup, `complete` only sends the authorization response to the page that opened the popup, and then closes the popup.
   *
   * @param address address of the page, usually `location.href`
   * @returns the session and the path to show, or null in a popup or for an address without an authorization response.
   *   Concurrent calls for the same sign-in return the same result.
   * @throws HostedLoginError when the sign-in fails (see `reason`); SessionError when a token is missing, when the tokens belong to
   *   another pool or app client, or when the tokens are from different sign-ins; NetworkError; TimeoutError; StorageError;
   *   ConfigurationError when `address` is not a string, when `complete` is called outside a browser page, or, in a popup, when the
   *   platform has no BroadcastChannel; the reason of `signal`.
   * @example
   * declare const hosted: HostedLogin
   * const result = await hosted.complete(location.href)
   * if (result) history.replaceState(null, '', result.returnTo)
   */
  complete(address: string, options?: CallOptions): Promise<HostedLoginResult | null>
  /**
   * Shows the hosted pages in a popup. Call `popup` directly in a click or key handler, because browsers block popups that do not
   * follow a user action. The hosted pages then redirect the popup to `redirectUri`, where the app must call
   * {@link HostedLogin.complete}.
   *
   * @throws HostedLoginError when the sign-in fails (see `reason`); the errors of `complete`; ConfigurationError when an option is
   *   unknown or invalid, when `redirectUri` is on a different origin from the page, when `popup` is called outside a browser page,
   *   or when the platform has no BroadcastChannel or no `crypto.subtle`; the reason of `signal`.
   * @example
   * declare const hosted: HostedLogin
   * const { session } = await hosted.popup({ provider: 'Google' })
   * console.log(`Hello, ${session.username}`)
   */
  popup(options?: PopupOptions): Promise<HostedLoginResult>
  /**
   * Signs the user out as the client's `signOut` does, and then navigates to Cognito's `/logout` endpoint. Cognito then ends
   * the user's session on the hosted pages and redirects to `signOutUri`. The browser leaves the page even if the tokens cannot be
   * revoked.
   *
   * @throws ConfigurationError, before any other step, when `signOutUri` is missing, when the scope is unknown, or when `signOut`
   *   is called outside a browser page; the errors of the client's `signOut`.
   * @example
   * declare const hosted: HostedLogin
   * await hosted.signOut({ scope: 'revoke' })
   */
  signOut(options?: SignOutOptions): Promise<void>
}

const CONFIG_OPTIONS: readonly string[] = [
  'domain',
  'redirectUri',
  'scopes',
  'signOutUri',
  'storage',
] satisfies (keyof HostedLoginConfig)[]

const OAUTH: OAuthModule = {
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  None,
  processAuthorizationCodeResponse,
  validateAuthResponse,
}

/**
 * Creates an object that signs users in on the hosted pages of a user pool (managed login), using the authorization code flow
 * with PKCE. A server can also call `createHostedLogin`, because the function sends no requests and does not access the page.
 *
 * @throws ConfigurationError when the first argument is not a client, when an option is missing, unknown or invalid, when the
 *   client has a secret, or when the client's `endpoint` is a path. If the client has a secret or its `endpoint` is a path, use
 *   `createHostedRoutes` from `@cognito-srp/client/server`, which exchanges the code on the server.
 * @example
 * const hosted = createHostedLogin(client, {
 *   domain: 'auth.example.com',
 *   redirectUri: 'https://app.example.com/callback',
 *   signOutUri: 'https://app.example.com/',
 * })
 */
export function createHostedLogin(client: CognitoClient, config: HostedLoginConfig): HostedLogin {
  requireClient(client)
  assertOptions({ ...config }, CONFIG_OPTIONS, 'createHostedLogin')
  assertForPage(client)
  const { signOutUri, storage = () => sessionStorage } = { ...config }
  if (signOutUri !== undefined) readAddress(signOutUri, 'signOutUri')
  const pages = readHostedPages({ ...config })
  const context = { client, pages, oauth: OAUTH, logins: createKeptLogins(client, storage) }
  let current: { state: string | undefined; result: Promise<HostedLoginResult | null> } | undefined

  return {
    redirect: async (options = {}) => redirect(context, options),
    async complete(address, options) {
      const authResponse = takeAuthResponse(context, address)
      const state = authResponse && stateOf(authResponse)
      if (!authResponse || (state && state === current?.state)) return current?.result ?? null
      const mine = (current = { state, result: complete(context, authResponse, options) })
      return mine.result.finally(() => {
        if (current === mine) current = undefined
      })
    },
    popup: async (options = {}) => popup(context, options),
    async signOut(options = {}) {
      if (signOutUri === undefined) {
        throw new ConfigurationError('signOut requires the option signOutUri.')
      }
      requirePage()
      await signOutEverywhere(client, options, logoutAddress(pages, client.clientId, signOutUri))
    },
  }
}

/** @throws ConfigurationError when the client has a secret, or when a server keeps the session. */
function assertForPage({ clientSecret, endpoint }: CognitoClient): void {
  if (!clientSecret && !endpoint.startsWith('/')) return
  const reason = clientSecret
    ? 'A page must not contain a client secret'
    : `The server at ${endpoint} keeps the session`
  throw new ConfigurationError(`${reason}. Use createHostedRoutes from @cognito-srp/client/server.`)
}

async function redirect(context: HostedContext, { signal, ...options }: RedirectOptions): Promise<never> {
  const { oauth, client, pages, logins } = context
  assertOptions(options, AUTHORIZATION_OPTIONS, 'redirect')
  checkOptions(context, options)
  throwIfAborted(signal)
  const { login, address } = await startLogin(oauth, client, pages, options)
  throwIfAborted(signal)
  logins.keep(login)
  return leavePage(address, signal)
}

async function popup(context: HostedContext, options: PopupOptions): Promise<HostedLoginResult> {
  const { timeoutMs = LOGIN_LIFETIME_MS, signal, ...rest } = options
  assertOptions(rest, AUTHORIZATION_OPTIONS, 'popup')
  checkOptions(context, rest)
  if (!(timeoutMs > 0 && timeoutMs <= LOGIN_LIFETIME_MS)) {
    throw new ConfigurationError(`timeoutMs must be greater than 0 and at most ${LOGIN_LIFETIME_MS}.`)
  }
  return signInWith(context, await askInPopup(context, rest, { timeoutMs, signal }), { signal })
}

/**
 * @throws ConfigurationError outside a browser page, when an option is invalid, or when `redirectUri` is on another origin, whose
 *   pages cannot read the storage of this page.
 */
function checkOptions({ pages }: HostedContext, options: AuthorizationOptions): void {
  requirePage()
  checkAuthorizationOptions(options, pages)
  const { origin } = new URL(pages.redirectUri)
  if (origin === globalThis.location.origin) return
  throw new ConfigurationError(`redirectUri must be on the same origin as the page (${globalThis.location.origin}).`)
}

/** Signs out, and then navigates to the `/logout` endpoint, even if the tokens cannot be revoked. */
async function signOutEverywhere(client: CognitoClient, options: SignOutOptions, address: string): Promise<void> {
  let isPossible = true
  try {
    await signOut(client, options)
  } catch (error) {
    isPossible = !(error instanceof ConfigurationError)
    throw error
  } finally {
    if (isPossible) globalThis.location.assign(address)
  }
}
