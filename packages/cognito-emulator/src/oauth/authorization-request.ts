import { hasProvider, providersOf } from '../operations/identity-providers.ts'
import type { AcrLevel } from '../pools/acr-levels.ts'
import { POOL_PROVIDER, type Caller, type PoolRegistry } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { hasLevels, readLevels, readMaxAge } from '../sign-in/target-level.ts'
import type { Database } from '../storage/database.ts'
import { allowedScopes, allowsGrant, readScopes } from './client-settings.ts'
import { PageError, RedirectError } from './errors.ts'
import { repeatedIn } from './form.ts'

/**
 * A SHA-256 hash in base64url, which is an S256 challenge (RFC 7636 §4.2). The service does not accept any other
 * method.
 */
const CODE_CHALLENGE = /^[\w-]{43}$/
const OPENID_SCOPES: ReadonlySet<string> = new Set(['email', 'phone', 'profile'])

/** An application's request to sign a user in, and to redirect the user back with a code or tokens. */
export type AuthorizationRequest = {
  caller: Caller
  responseType: 'code' | 'token'
  redirectUri: string
  /** Whether the authorization request contains `redirect_uri`, which the token request must then repeat. */
  namesRedirectUri: boolean
  scopes: string[]
  state: string | undefined
  nonce: string | undefined
  codeChallenge: string | undefined
  prompt: 'none' | 'login' | undefined
  /** Authentication levels from `acr_values`, in order of priority. */
  levels: AcrLevel[] | undefined
  /** Maximum time since the user signed in, in seconds. */
  maxAgeSeconds: number | undefined
  /** Name of the requested identity provider, or {@link POOL_PROVIDER} for the pool itself; undefined if none is requested. */
  provider: string | undefined
  /** Names of the client's identity providers, with {@link POOL_PROVIDER} for the pool itself. */
  providers: string[]
}

/**
 * Reads the parameters of /oauth2/authorize.
 *
 * @throws {PageError} if the client or the redirect URI is unknown or the client has no identity provider, so that nothing is
 *   sent to the redirect URI
 * @throws {RedirectError} invalid_request, unauthorized_client or invalid_scope, for the application
 */
export function readAuthorizationRequest(
  { pools, database }: { pools: PoolRegistry; database: Database },
  parameters: URLSearchParams,
): AuthorizationRequest {
  const caller = findClient(pools, parameters)
  const providers = providersOfClient(database, caller)
  if (providers.length === 0) throw new PageError('Login pages unavailable. Please contact an administrator.')
  const redirectUri = findRedirectUri(caller, parameters)
  const state = parameters.get('state') ?? undefined
  const target = { redirectUri, state }
  const repeated = repeatedIn(parameters)
  if (repeated !== undefined) throw new RedirectError(target, 'invalid_request', `${repeated} occurs more than once`)

  return {
    caller,
    ...target,
    namesRedirectUri: parameters.has('redirect_uri'),
    responseType: readResponseType(caller, target, parameters),
    codeChallenge: readCodeChallenge(target, parameters),
    scopes: grantedScopes(allowedScopes(database, caller), target, parameters),
    nonce: parameters.get('nonce') ?? undefined,
    prompt: readPrompt(target, parameters),
    ...readStepUp(caller, target, parameters),
    provider: readProvider(database, caller, parameters, { target, allowed: providers }),
    providers,
  }
}

type RedirectTarget = { redirectUri: string; state: string | undefined }

/**
 * Returns the client that the parameters name.
 *
 * @throws {PageError}
 */
export function findClient(pools: PoolRegistry, parameters: URLSearchParams): Caller {
  const [clientId, ...more] = parameters.getAll('client_id')
  if (clientId === undefined || clientId === '' || more.length > 0) throw new PageError('Client id is missing')
  try {
    return pools.callerOf(clientId)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new PageError('Client does not exist')
  }
}

/**
 * Returns the names of the client's identity providers that exist in the pool, with {@link POOL_PROVIDER} for the pool itself.
 */
function providersOfClient(database: Database, { pool, client }: Caller): string[] {
  const { SupportedIdentityProviders: names = [POOL_PROVIDER] } = client.description
  return names.filter((name) => name === POOL_PROVIDER || hasProvider(database, pool.id, name))
}

/** Returns the redirect URI, which must be identical to a registered URI. URIs that are only equivalent are rejected. */
function findRedirectUri({ client }: Caller, parameters: URLSearchParams): string {
  const [redirectUri = client.defaultRedirectUri, ...more] = parameters.getAll('redirect_uri')
  if (redirectUri === undefined || more.length > 0) throw new PageError('redirect_uri is missing')
  if (!client.callbackUrls?.includes(redirectUri) || redirectUri.includes('#')) {
    throw new PageError('redirect_mismatch: redirect_uri does not exactly match any callback URL of the client')
  }
  return redirectUri
}

function readResponseType({ client }: Caller, target: RedirectTarget, parameters: URLSearchParams): 'code' | 'token' {
  const type = parameters.get('response_type')
  if (type !== 'code' && type !== 'token') {
    throw new RedirectError(target, 'invalid_request', 'response_type must be code or token')
  }
  if (allowsGrant(client, type === 'code' ? 'code' : 'implicit')) return type
  throw new RedirectError(target, 'unauthorized_client', `The client does not allow response_type ${type}`)
}

function readCodeChallenge(target: RedirectTarget, parameters: URLSearchParams): string | undefined {
  const challenge = parameters.get('code_challenge') ?? undefined
  const method = parameters.get('code_challenge_method') ?? undefined
  if (challenge === undefined && method === undefined) return undefined
  if (challenge === undefined) throw new RedirectError(target, 'invalid_request', 'code_challenge is missing')
  if (method !== 'S256') throw new RedirectError(target, 'invalid_request', 'code_challenge_method must be S256')
  if (CODE_CHALLENGE.test(challenge)) return challenge
  throw new RedirectError(target, 'invalid_request', 'code_challenge is malformed')
}

/** Returns the requested scopes, or all scopes of the client if the request names no scope. */
function grantedScopes(allowed: string[], target: RedirectTarget, parameters: URLSearchParams): string[] {
  const asked = readScopes(parameters.get('scope') ?? undefined)
  if (asked.length === 0) return allowed
  const unknown = asked.find((scope) => !allowed.includes(scope))
  if (unknown !== undefined) throw new RedirectError(target, 'invalid_scope', 'invalid_scope')
  if (!asked.includes('openid') && asked.some((scope) => OPENID_SCOPES.has(scope))) {
    throw new RedirectError(target, 'invalid_scope', 'email, phone and profile need the scope openid')
  }
  return asked
}

function readPrompt(target: RedirectTarget, parameters: URLSearchParams): 'none' | 'login' | undefined {
  const prompts = readScopes(parameters.get('prompt') ?? undefined)
  if (!prompts.includes('none')) return prompts.includes('login') ? 'login' : undefined
  if (prompts.length > 1)
    throw new RedirectError(target, 'invalid_request', 'prompt none cannot be combined with other values')
  return 'none'
}

/**
 * Reads `acr_values` and `max_age`
 * (https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html#authorization-endpoint-step-up).
 * Ignores `acr_values` if the pool's tier does not include authentication levels.
 */
function readStepUp(
  { pool }: Caller,
  target: RedirectTarget,
  parameters: URLSearchParams,
): Pick<AuthorizationRequest, 'levels' | 'maxAgeSeconds'> {
  const acrValues = hasLevels(pool) ? parameters.get('acr_values') : null
  try {
    return {
      levels: acrValues === null ? undefined : readLevels(pool, acrValues),
      maxAgeSeconds: readMaxAge(parameters.get('max_age') ?? undefined),
    }
  } catch (error) {
    throw error instanceof ServiceError ? new RedirectError(target, 'invalid_request', error.message) : error
  }
}

/**
 * Returns the `provider` of an {@link AuthorizationRequest}.
 *
 * @throws {RedirectError} if the client does not support the provider
 */
function readProvider(
  database: Database,
  { pool }: Caller,
  parameters: URLSearchParams,
  { target, allowed }: { target: RedirectTarget; allowed: string[] },
): string | undefined {
  const identifier = parameters.get('idp_identifier') ?? undefined
  const identified = providersOf(database, pool).find(({ IdpIdentifiers = [] }) =>
    IdpIdentifiers.some((id) => id === identifier),
  )
  const name = parameters.get('identity_provider') ?? identified?.ProviderName ?? identifier
  if (name === undefined || name === POOL_PROVIDER || allowed.includes(name)) return name
  throw new RedirectError(target, 'invalid_request', `The client does not support the identity provider ${name}`)
}
