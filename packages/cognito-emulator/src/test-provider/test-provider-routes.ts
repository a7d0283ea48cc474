import { Hono, type Context } from 'hono'

import { answerError } from '../oauth/routes.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import type { Services } from '../services.ts'
import { answerRequest, showProvider } from './provider-authorize.ts'
import { openProviderCall, PROVIDER_PATH, type ProviderCall, type ProviderServices } from './provider-call.ts'
import { describeProvider, describeUser, redeemCode } from './provider-endpoints.ts'
import { createGrants } from './provider-grants.ts'
import { createProviderTokens } from './provider-tokens.ts'

/**
 * Routes of the test providers. A test provider is an OpenID provider with its own issuer, and with a page on which a person
 * selects the response. By default, the emulator replaces each identity provider with a test provider.
 */
export function testProviderRoutes(emulator: Services, options: EmulatorOptions): Hono {
  const { clock } = emulator
  const services: ProviderServices = {
    ...emulator,
    options,
    codes: createGrants(clock),
    accessTokens: createGrants(clock),
    idTokens: createProviderTokens(),
  }
  const open = (context: Context): ProviderCall => openProviderCall(services, context)
  const routes = new Hono()
  routes.get(`${PROVIDER_PATH}/.well-known/openid-configuration`, (context) =>
    context.json(describeProvider(open(context))),
  )
  routes.get(`${PROVIDER_PATH}/jwks`, async (context) => context.json({ keys: await services.idTokens.publicJwks() }))
  routes.get(`${PROVIDER_PATH}/authorize`, (context) => showProvider(open(context)))
  routes.post(`${PROVIDER_PATH}/authorize`, (context) => answerRequest(open(context)))
  routes.post(`${PROVIDER_PATH}/token`, (context) => redeemCode(open(context)))
  routes.on(['GET', 'POST'], `${PROVIDER_PATH}/userinfo`, (context) => describeUser(open(context)))
  routes.onError(answerError)
  return routes
}
