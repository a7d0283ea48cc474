import { Hono } from 'hono'

import { callOperation, DroppedConnectionError } from '../http/call-operation.ts'
import { controlRoutes } from '../http/control-routes.ts'
import { discoveryRoutes } from '../http/discovery.ts'
import { rejectOtherOrigins, allowAllOrigins } from '../http/guard.ts'
import { health } from '../http/health.ts'
import { importUploadRoutes } from '../http/import-upload.ts'
import { callKms, isKmsCall } from '../http/kms-calls.ts'
import { errorResponse, notFoundResponse, PROTECTIVE_HEADERS } from '../http/responses.ts'
import { oauthRoutes } from '../oauth/routes.ts'
import type { ProviderAddresses } from '../oauth/visit.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import { describeFailure } from '../printing.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { configOf, testIssuerOf } from '../test-provider/provider-call.ts'
import { testProviderRoutes } from '../test-provider/test-provider-routes.ts'
import { reportRequests } from './request-log.ts'

/**
 * Creates the HTTP app with all routes of the emulator. The routes include the service's API, the sign-in pages, the
 * JWKS, the test providers, and the controls under `/_emulator`.
 */
export function createHttpApp(services: Services, options: EmulatorOptions): Hono {
  const app = new Hono()
  if (options.onRequest) app.use(reportRequests(options.onRequest))
  app.use(async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(PROTECTIVE_HEADERS)) if (!headers.has(name)) headers.set(name, value)
  })
  app.route('/_emulator', controlRoutes(services, options))
  if (options.sameOrigin) app.use(rejectOtherOrigins(options))
  const testProviders = testProviderRoutes(services, options)
  app.route('/', testProviders)
  const providerAddresses: ProviderAddresses = {
    externalDetailsOf: (provider) => configOf(options, provider)?.details,
    testIssuerOf,
    fetchTestProvider: async (url, init) => testProviders.fetch(new Request(url, init)),
  }
  app.route('/', oauthRoutes(services, options, providerAddresses)) // before CORS, so that only their own origin can read the pages
  if (!options.sameOrigin) app.use(allowAllOrigins())
  app.post('/', ({ req: { raw } }) => (isKmsCall(raw) ? callKms : callOperation)(services, options, raw))
  app.route('/', discoveryRoutes(services))
  app.route('/', importUploadRoutes(services))
  app.get('/health', () => health(services))
  app.notFound(notFoundResponse)
  app.onError((error) => {
    if (error instanceof DroppedConnectionError) throw error
    if (error instanceof ServiceError) return errorResponse(error)
    console.error(describeFailure('A request failed', error))
    return errorResponse(
      new ServiceError('InternalErrorException', 'The emulator failed. See its log for the reason.', 500),
    )
  })
  return app
}
