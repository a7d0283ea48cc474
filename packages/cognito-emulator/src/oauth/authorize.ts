import { Hono, type Context } from 'hono'

import { ServiceError } from '../service-error.ts'
import type { Grant } from './authorization-codes.ts'
import { findClient, type AuthorizationRequest } from './authorization-request.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { PageError, RedirectError } from './errors.ts'
import { readForm } from './form.ts'
import { startGrantSession } from './grant-session.ts'
import { browserSessionOf, checkDomain, endBrowserSession, openVisit, type PageServices, type Visit } from './visit.ts'

/** Routes where applications send users to sign in and out. */
export function authorizeRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.get('/oauth2/authorize', (context) => authorize(openVisit(services, context)))
  routes.post('/oauth2/authorize', async (context) =>
    authorize(openVisit(services, context, await readForm(context.req.raw, services.maxFormBytes))),
  )
  routes.get('/logout', (context) => logout(services, context))
  return routes
}

/** Redirects a signed-in user back to the application, and any other user to the sign-in page. */
async function authorize(visit: Visit): Promise<Response> {
  const { context, services, request, query } = visit
  const session = request.prompt === 'login' ? undefined : browserSessionOf(services, context, request.caller)
  if (session) return sendBack(visit, session)
  if (request.prompt === 'none') throw new RedirectError(request, 'login_required', 'The user is not signed in')
  return context.redirect(`/login?${query}`)
}

/** Redirects the browser back to the application with a code or tokens. */
export async function sendBack(visit: Visit, session: BrowserSession): Promise<Response> {
  return visit.context.redirect(await locationFor(visit.services, visit.request, session))
}

async function locationFor(
  services: PageServices,
  request: AuthorizationRequest,
  { user, authTimeMs }: BrowserSession,
): Promise<string> {
  const { redirectUri, responseType, state } = request
  const grant = { user, authTimeMs, request }
  if (responseType === 'token') return `${redirectUri}#${toQuery(await tokensFor(services, grant))}`
  return withParameters(redirectUri, { code: services.authorizationCodes.issue(grant), state })
}

/** Issues tokens for a page, without a refresh token. */
async function tokensFor(services: PageServices, grant: Grant): Promise<Record<string, string | undefined>> {
  const { request } = grant
  const session = startGrantSession(services, request.caller, grant)
  if (!session)
    throw new RedirectError(request, 'invalid_grant', 'The client cannot read all attributes of the requested scopes')
  const issued = await session.issue().catch((error: unknown) => {
    throw error instanceof ServiceError ? new RedirectError(request, 'invalid_request', error.message) : error
  })
  return {
    id_token: request.scopes.includes('openid') ? issued.IdToken : undefined,
    access_token: issued.AccessToken,
    token_type: issued.TokenType,
    expires_in: String(issued.ExpiresIn),
    state: request.state,
  }
}

/** Ends the browser's session. Applications keep their tokens. */
function logout(services: PageServices, context: Context): Response {
  const { searchParams } = new URL(context.req.url)
  const caller = findClient(services.pools, searchParams)
  checkDomain(services, context, caller)
  const [logoutUri, ...more] = searchParams.getAll('logout_uri')
  if (logoutUri === undefined) {
    const { query } = openVisit(services, context)
    endBrowserSession(services, context)
    return context.redirect(`/login?${query}`)
  }
  if (more.length > 0 || !caller.client.logoutUrls?.includes(logoutUri)) {
    throw new PageError('logout_uri is not one of the logout URLs of the client')
  }
  endBrowserSession(services, context)
  return context.redirect(logoutUri)
}

/** Returns the redirect that reports an error to the application, in the query of the redirect URI. */
export function redirectOf({ redirectUri, code, message, state }: RedirectError): string {
  return withParameters(redirectUri, { error_description: message, error: code, state })
}

/** Adds parameters to the query of a URL, and leaves the rest of the URL unchanged. */
function withParameters(address: string, parameters: Record<string, string | undefined>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${toQuery(parameters)}`
}

function toQuery(parameters: Record<string, string | undefined>): string {
  const defined = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(defined).toString()
}
