import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

import { regionOf } from '../http/request-region.ts'
import { poolOfDomain } from '../operations/domains.ts'
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
import type { Steps } from './steps.ts'

/** The cookie of the service's pages. */
const SESSION_COOKIE = 'cognito'
/** `auth.<region>.amazoncognito.com` after a pool's domain. */
const DOMAIN_HOST = /^([a-z\d-]+)\.auth(?:-fips)?\.[a-z\d-]+\.amazoncognito\.com(?::\d+)?$/

/** What the pages work with: the emulator's services, and what they keep of their own. */
export type PageServices = Services & {
  authorizationCodes: AuthorizationCodes
  browserSessions: BrowserSessions
  steps: Steps
  /** Larger forms are refused. */
  maxFormBytes: number
}

/** A request for one of the pages: on whose behalf somebody is asked, and how they are spoken to. */
export type Visit = {
  context: Context
  services: PageServices
  request: AuthorizationRequest
  /** The query that leads from page to page, the authorization request in it. */
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
 * What a person answers on a page. The form is first held to its browser; what it was filled in for is read anew.
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

/** A pool's domain, where the request came by one, has that pool's clients only. @throws {PageError} */
export function checkDomain(services: PageServices, { req }: Context, { pool }: Caller): void {
  const host = req.header('host') ?? new URL(req.url).host
  const [, domain] = DOMAIN_HOST.exec(host) ?? []
  const pools = poolsIn(services.pools, regionOf(req.raw))
  if (domain === undefined || poolOfDomain({ ...services, pools }, domain) === pool) return
  throw new PageError('Client does not exist')
}

/** Shows a page, with an error's status where there is an error. */
export function showPage(
  { context, language, csrfToken }: Pick<Visit, 'context' | 'language' | 'csrfToken'>,
  page: Page,
): Response | Promise<Response> {
  const status = page.error === undefined ? 200 : 400
  return context.html(renderPage(page, language, csrfToken), status, pageHeaders(language))
}

/** The session of the browser with the pool of a client, if it has one. */
export function browserSessionOf(
  { browserSessions }: PageServices,
  context: Context,
  { pool }: Caller,
): BrowserSession | undefined {
  return browserSessions.find(pool, getCookie(context, SESSION_COOKIE))
}

/** Somebody proved who they are: the browser is told by a cookie of this moment. */
export function startBrowserSession({ context, services, request }: Visit, user: ProvenUser): BrowserSession {
  services.browserSessions.end(getCookie(context, SESSION_COOKIE))
  const { id, session } = services.browserSessions.start({ poolId: request.caller.pool.id, user })
  setCookie(context, SESSION_COOKIE, id, { ...cookieOptions(context), maxAge: BROWSER_SESSION_SECONDS })
  return session
}

export function endBrowserSession({ browserSessions }: PageServices, context: Context): void {
  browserSessions.end(getCookie(context, SESSION_COOKIE))
  deleteCookie(context, SESSION_COOKIE, cookieOptions(context))
}
