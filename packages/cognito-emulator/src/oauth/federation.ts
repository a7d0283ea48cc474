import { Hono, type Context } from 'hono'

import { baseUrlOf } from '../http/base-url.ts'
import { providersOf, type IdentityProvider } from '../operations/identity-providers.ts'
import { ServiceError } from '../service-error.ts'
import { signInFederated, type FederatedIdentity } from '../sign-in/federated-sign-in.ts'
import { PageError, RedirectError } from './errors.ts'
import { csrfTokenOf } from './form.ts'
import {
  authorizationUrl,
  newProviderRequest,
  ProviderError,
  redeemProviderAnswer,
  type Connection,
  type ProviderClaims,
} from './relying-party.ts'
import { sendBack } from './send-back.ts'
import { openVisit, startBrowserSession, type PageServices, type Visit } from './visit.ts'

const ANSWER_PATH = 'oauth2/idpresponse'
/** Parameters of the application's authorization request that are forwarded to the provider. */
const FORWARDED = ['prompt', 'login_hint']

/** Route of the callback to which identity providers redirect users. On a user pool's domain, the callback has the same path. */
export function federationRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.get(`/${ANSWER_PATH}`, (context) => receiveAnswer(services, context))
  return routes
}

/** Redirects the user to the sign-in page of an identity provider. */
export async function sendToProvider(visit: Visit, providerName: string): Promise<Response> {
  const { context, services, query, csrfToken, request } = visit
  const base = baseUrlOf(services.address, context.req.raw)
  const provider = findProvider(visit, providerName)
  const testIssuer = services.providerAddresses.testIssuerOf(provider, base)
  const sent = { ...newProviderRequest(`${base}${ANSWER_PATH}`), testIssuer, providerName, query, csrfToken }
  const asked = new URLSearchParams(query)
  const hints = FORWARDED.flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? ''] as const] : []))
  try {
    const url = await authorizationUrl(connect(services, provider, testIssuer), sent, Object.fromEntries(hints))
    services.providerRequests.keep(sent)
    return context.redirect(url)
  } catch (error) {
    throw asRedirect(request, error)
  }
}

async function receiveAnswer(services: PageServices, context: Context): Promise<Response> {
  const { searchParams } = new URL(context.req.url)
  const sent = services.providerRequests.take(searchParams.get('state') ?? '', csrfTokenOf(context))
  if (!sent) throw new PageError('Invalid state')
  const visit = openVisit(services, context, new URLSearchParams(sent.query))
  const { caller } = visit.request
  try {
    const provider = findProvider(visit, sent.providerName)
    const connection = connect(services, provider, sent.testIssuer)
    const claims = await redeemProviderAnswer(connection, searchParams, sent)
    const user = await signInFederated(services, caller, toIdentity(provider, claims))
    return await sendBack(visit, startBrowserSession(visit, user, sent.providerName))
  } catch (error) {
    throw asRedirect(visit.request, error)
  }
}

/** Converts a ProviderError or a ServiceError to a RedirectError. Returns any other error unchanged. */
function asRedirect(request: Visit['request'], error: unknown): unknown {
  if (error instanceof ProviderError) return new RedirectError(request, error.code, error.message)
  return error instanceof ServiceError ? new RedirectError(request, 'invalid_request', error.message) : error
}

function findProvider({ services, request }: Visit, name: string): IdentityProvider {
  const { pool } = request.caller
  const provider = providersOf(services.database, pool).find(({ ProviderName }) => ProviderName === name)
  if (!provider) throw new RedirectError(request, 'invalid_request', `Identity provider ${name} does not exist.`)
  if (provider.ProviderType !== 'SAML') return provider
  throw new RedirectError(request, 'invalid_request', `The emulator does not support SAML, the type of ${name}`)
}

/**
 * Returns the connection to a provider outside the emulator or to a test provider. A test provider uses the emulator's clock.
 * The emulator calls only providers whose issuer is in its configuration, so the URLs in the details of a test provider are
 * ignored.
 */
function connect(
  { providerAddresses, clock }: PageServices,
  provider: IdentityProvider,
  testIssuer: string,
): Connection {
  const { externalDetailsOf, fetchTestProvider } = providerAddresses
  const name = provider.ProviderName
  const external = externalDetailsOf(provider)
  if (external) return { name, details: external, fetch: async (url, init) => fetch(url, init), clockSkewSeconds: 0 }
  const { client_id: clientId = '', client_secret: secret, authorize_scopes: scopes } = provider.ProviderDetails ?? {}
  const details = {
    client_id: clientId,
    ...(secret !== undefined && { client_secret: secret }),
    ...(scopes !== undefined && { authorize_scopes: scopes }),
    oidc_issuer: testIssuer,
  }
  const clockSkewSeconds = Math.round((clock.nowMs() - Date.now()) / 1000)
  return { name, details, fetch: fetchTestProvider, clockSkewSeconds }
}

/**
 * Converts claims to an identity, using the provider's attribute mapping. Skips `username`, and attributes whose claim is missing
 * or null.
 */
function toIdentity(provider: IdentityProvider, claims: ProviderClaims): FederatedIdentity {
  const { ProviderName: providerName, ProviderType: providerType = 'OIDC', AttributeMapping = {} } = provider
  const mapped = Object.entries(AttributeMapping).filter(
    ([attribute, claim]) => attribute !== 'username' && claims[claim] !== undefined && claims[claim] !== null,
  )
  return {
    userId: claims.sub,
    providerName,
    providerType,
    issuer: providerType === 'OIDC' ? claims.iss : null,
    attributes: Object.fromEntries(mapped.map(([attribute, claim]) => [attribute, toText(claims[claim])])),
  }
}

/** Converts a claim to a string, because all attributes are strings. */
function toText(claim: unknown): string {
  return typeof claim === 'string' ? claim : JSON.stringify(claim)
}
