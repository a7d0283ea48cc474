import { Hono, type Context } from 'hono'

import { POOL_PROVIDER } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { startHostedStepUp } from '../sign-in/initiate-auth.ts'
import { isTooOld } from '../sign-in/target-level.ts'
import { findClient } from './authorization-request.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { PageError, RedirectError } from './errors.ts'
import { sendToProvider } from './federation.ts'
import { readForm } from './form.ts'
import { proceed } from './login.ts'
import { sendBack } from './send-back.ts'
import { browserSessionOf, checkDomain, endBrowserSession, openVisit, type PageServices, type Visit } from './visit.ts'

/** Routes to which applications send users to sign in and out. */
export function authorizeRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.get('/oauth2/authorize', (context) => authorize(openVisit(services, context)))
  routes.post('/oauth2/authorize', async (context) =>
    authorize(openVisit(services, context, await readForm(context.req.raw, services.maxFormBytes))),
  )
  routes.get('/logout', (context) => logout(services, context))
  return routes
}

/**
 * Redirects a signed-in user to the application, or asks for the factors that are missing for a requested level. Redirects any
 * other user to the sign-in page or to the requested identity provider, unless `prompt` is `none`.
 */
async function authorize(visit: Visit): Promise<Response> {
  const { context, services, request, query } = visit
  const session = request.prompt === 'login' ? undefined : browserSessionOf(services, context, request.caller)
  const isUsable = session && isFor(session, request) && !isTooOld(services, session.authTimeMs, request.maxAgeSeconds)
  if (isUsable && !request.levels) return sendBack(visit, session)
  const stepUp = isUsable && request.prompt !== 'none' ? await stepUpFrom(visit, session) : undefined
  if (stepUp) return stepUp
  if (request.prompt === 'none') throw new RedirectError(request, 'login_required', 'The user is not signed in')
  const { provider = POOL_PROVIDER } = request
  return provider === POOL_PROVIDER ? context.redirect(`/login?${query}`) : sendToProvider(visit, provider)
}

/**
 * Asks a signed-in user for the factors that are missing for a requested level. If the user has already reached a requested
 * level, redirects the user to the application. Returns undefined if the user signed in without a password, and therefore
 * must sign in again.
 */
async function stepUpFrom(visit: Visit, session: BrowserSession): Promise<Response | undefined> {
  const { services, request } = visit
  if (!session.user.methods?.includes('pwd')) return undefined
  try {
    const answer = await startHostedStepUp(services, request.caller, session.user, request.levels ?? [])
    return await (answer ? proceed(visit, session.user.username, answer) : sendBack(visit, session))
  } catch (error) {
    throw error instanceof ServiceError ? new RedirectError(request, 'invalid_request', error.message) : error
  }
}

/** Whether the client supports the session's identity provider, and the request does not name a different provider. */
function isFor({ providerName = POOL_PROVIDER }: BrowserSession, { provider, providers }: Visit['request']): boolean {
  return providers.includes(providerName) && (provider ?? providerName) === providerName
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
