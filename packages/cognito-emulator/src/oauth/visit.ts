import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

import { regionOf } from '../http/request-region.ts'
import { poolOfDomain } from '../operations/domains.ts'
import type { IdentityProvider } from '../operations/identity-providers.ts'
import type { ProviderDetails } from '../options/identity-provider-options.ts'
import type { Caller } from '../pools/pools.ts'
import { poolsIn } from '../pools/regions.ts'
import type { Services } from '../services.ts'
import type { ProvenUser } from '../sign-in/sign-in.ts'
import type { AuthorizationCodes } from './authorization-codes.ts'
import { readAuthorizationRequest, type AuthorizationRequest } from './authorization-request.ts'
import { BROWSER_SESSION_SECONDS, type BrowserSession, type BrowserSessions } from './browser-sessions.ts'
import { PageError } from './errors.ts'
import { cookieOptions, csrfTokenOf, readOwnForm } from './form.ts'
import { languageOf, textsOf, type Language, type Texts } from './page-texts.ts'
import { pageHeaders, renderPage, type Page } from './page.ts'
import type { ProviderRequests } from './provider-requests.ts'
import type { ProviderFetch } from './relying-party.ts'
import type { Steps } from './steps.ts'

/** Name of the session cookie, which is the same as in the service. */
const SESSION_COOKIE = 'cognito'
/** Matches `<domain>.auth.<region>.amazoncognito.com`, the host name of a pool's domain. */
const DOMAIN_HOST = /^([a-z\d-]+)\.auth(?:-fips)?\.[a-z\d-]+\.amazoncognito\.com(?::\d+)?$/

/** Services for the pages: the emulator's services, and the stores that only the pages use. */
export type PageServices = Services & {
  authorizationCodes: AuthorizationCodes
  browserSessions: BrowserSessions
  steps: Steps
  providerRequests: ProviderRequests
  providerAddresses: ProviderAddresses
  /** Maximum size of a form in bytes. Larger forms are rejected. */
  maxFormBytes: number
}

/** Addresses of identity providers. */
export type ProviderAddresses = {
  /** Returns the pool's registration at a provider outside the emulator, or undefined for a test provider. */
  externalDetailsOf: (provider: IdentityProvider) => ProviderDetails | undefined
  /** Returns the issuer of a test provider. @param baseUrl URL of the emulator, with a trailing slash */
  testIssuerOf: (provider: IdentityProvider, baseUrl: string) => string
  /** Sends a request to a test provider without using the network. */
  fetchTestProvider: ProviderFetch
}

/** A request for one of the pages, with the authorization request and the page's language. */
export type Visit = {
  context: Context
  services: PageServices
  request: AuthorizationRequest
  /** Query string of the authorization request. Every page passes the query string on to the next page. */
  query: string
  language: Language
  texts: Texts
  csrfToken: string
}

/** @throws {PageError} or {@link RedirectError} as `readAuthorizationRequest` */
export function openVisit(services: PageServices, context: Context, parameters?: URLSearchParams): Visit {
  const named = parameters ?? new URL(context.req.url).searchParams
  const request = readAuthorizationRequest(services, named)
  checkDomain(services, context, request.caller)
  const language = languageOf(named.get('lang'))
  const csrfToken = csrfTokenOf(context)
  return { context, services, request, query: named.toString(), language, texts: textsOf(language), csrfToken }
}

/**
 * Reads a form that the user sent from a page. Checks that the form belongs to this browser, then reads the authorization
 * request again.
 *
 * @throws {PageError} as `readOwnForm` and {@link openVisit}
 */
export async function readAnswer(
  services: PageServices,
  context: Context,
): Promise<{ visit: Visit; form: URLSearchParams }> {
  const form = await readOwnForm(context, csrfTokenOf(context), services.maxFormBytes)
  return { visit: openVisit(services, context), form }
}

/**
 * Checks that a client belongs to the pool of the requested domain. Requests to other hosts are accepted.
 *
 * @throws {PageError}
 */
export function checkDomain(services: PageServices, { req }: Context, { pool }: Caller): void {
  const host = req.header('host') ?? new URL(req.url).host
  const [, domain] = DOMAIN_HOST.exec(host) ?? []
  const pools = poolsIn(services.pools, regionOf(req.raw))
  if (domain === undefined || poolOfDomain({ ...services, pools }, domain) === pool) return
  throw new PageError('Client does not exist')
}

/** Shows a page. A page with an error has status 400. */
export function showPage(
  { context, language, csrfToken }: Pick<Visit, 'context' | 'language' | 'csrfToken'>,
  page: Page,
): Response | Promise<Response> {
  const status = page.error === undefined ? 200 : 400
  return context.html(renderPage(page, language, csrfToken), status, pageHeaders(language))
}

/** Returns the browser's session for the client's pool, or undefined if the browser has no session. */
export function browserSessionOf(
  { browserSessions }: PageServices,
  context: Context,
  { pool }: Caller,
): BrowserSession | undefined {
  return browserSessions.find(pool, getCookie(context, SESSION_COOKIE))
}

/** Starts a browser session after a sign-in, and sets its cookie. `providerName` is the identity provider, if there was one. */
export function startBrowserSession(
  { context, services, request }: Visit,
  user: ProvenUser,
  providerName?: string,
): BrowserSession {
  services.browserSessions.end(getCookie(context, SESSION_COOKIE))
  const { id, session } = services.browserSessions.start({ poolId: request.caller.pool.id, user, providerName })
  setCookie(context, SESSION_COOKIE, id, { ...cookieOptions(context), maxAge: BROWSER_SESSION_SECONDS })
  return session
}

export function endBrowserSession({ browserSessions }: PageServices, context: Context): void {
  browserSessions.end(getCookie(context, SESSION_COOKIE))
  deleteCookie(context, SESSION_COOKIE, cookieOptions(context))
}
