import { Hono, type Context } from 'hono'
import { cors } from 'hono/cors'

import { MAX_BODY_BYTES } from '../http/body.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import { describeFailure } from '../printing.ts'
import type { Services } from '../services.ts'
import { accountRoutes } from './account-pages.ts'
import { createAuthorizationCodes } from './authorization-codes.ts'
import { authorizeRoutes } from './authorize.ts'
import { createBrowserSessions } from './browser-sessions.ts'
import { confirmUserRoutes } from './confirm-user.ts'
import { OAuthError, PageError, RedirectError } from './errors.ts'
import { federationRoutes } from './federation.ts'
import { loginRoutes } from './login.ts'
import { languageOf, textsOf } from './page-texts.ts'
import { pageHeaders, renderPage } from './page.ts'
import { createProviderRequests } from './provider-requests.ts'
import { redirectOf } from './send-back.ts'
import { createSteps } from './steps.ts'
import { tokenRoutes } from './token-endpoint.ts'
import { userInfoRoutes } from './user-info.ts'
import type { PageServices, ProviderAddresses } from './visit.ts'

const PROGRAM_PATHS = ['/oauth2/token', '/oauth2/userInfo', '/oauth2/revoke']
const PREFLIGHT_SECONDS = 172_800

/**
 * Routes of OAuth 2.0 and OpenID Connect, as on a user pool's domain: pages for users and endpoints for programs. All pools
 * share one address, because each client belongs to one pool. As in the service, pages on other origins can call the
 * endpoints, unless `sameOrigin` is set. Pages on other origins cannot read the sign-in pages.
 */
export function oauthRoutes(services: Services, options: EmulatorOptions, providerAddresses: ProviderAddresses): Hono {
  const { clock, users, authSessions } = services
  const pageServices: PageServices = {
    ...services,
    authorizationCodes: createAuthorizationCodes(clock, ({ request }, originJti) =>
      authSessions.revoke(request.caller.pool, originJti),
    ),
    browserSessions: createBrowserSessions({ clock, users }),
    steps: createSteps(clock),
    providerRequests: createProviderRequests(clock),
    providerAddresses,
    maxFormBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
  }
  const routes = new Hono()
  const open = cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: PREFLIGHT_SECONDS })
  if (!options.sameOrigin) for (const path of PROGRAM_PATHS) routes.use(path, open)
  const parts = [
    tokenRoutes,
    userInfoRoutes,
    authorizeRoutes,
    federationRoutes,
    loginRoutes,
    accountRoutes,
    confirmUserRoutes,
  ]
  for (const part of parts) routes.route('/', part(pageServices))
  for (const path of PROGRAM_PATHS) routes.all(path, (context) => context.body(null, 405))
  routes.onError(answerError)
  return routes
}

/** Converts an error to a redirect, a JSON response or an error page. */
export function answerError(error: Error, context: Context): Response | Promise<Response> {
  if (error instanceof RedirectError) return context.redirect(redirectOf(error))
  if (error instanceof OAuthError) {
    const body = { error: error.code, ...(error.message !== '' && { error_description: error.message }) }
    return context.json(body, error.status as 400)
  }
  const language = languageOf(new URL(context.req.url).searchParams.get('lang'))
  const { title } = textsOf(language).error
  const isPageError = error instanceof PageError
  if (!isPageError) console.error(describeFailure('A page failed', error))
  const page = { title, error: isPageError ? error.message : 'server_error' }
  const status = isPageError ? error.status : 500
  return context.html(renderPage(page, language, ''), status as 400, pageHeaders(language))
}
