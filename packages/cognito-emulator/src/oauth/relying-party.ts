import * as oauth from 'oauth4webapi'

import type { ProviderDetails } from '../options/identity-provider-options.ts'

/** Sends a request to a provider. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>

/** A provider's name, the pool's registration at the provider, and a function that sends requests to the provider. */
export type Connection = {
  name: string
  details: ProviderDetails
  fetch: ProviderFetch
  /** Number of seconds by which the provider's clock is ahead of this machine's clock. */
  clockSkewSeconds: number
}

/** Values of an authorization request that are needed to verify the provider's response and to redeem the code. */
export type ProviderRequest = { state: string; nonce: string; codeVerifier: string; redirectUri: string }

/** Claims about a user, from the id token and the userinfo response of a provider. */
export type ProviderClaims = { sub: string; iss: string; [claim: string]: unknown }

/** A failed request to a provider, or an invalid response from a provider. `code` is the error that the application receives. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: string

  constructor(code: string, description: string, cause: unknown) {
    super(description, { cause })
    this.code = code
  }
}

/** Creates the random values of an authorization request. */
export function newProviderRequest(redirectUri: string): ProviderRequest {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    codeVerifier: oauth.generateRandomCodeVerifier(),
    redirectUri,
  }
}

/**
 * Returns the URL of an authorization request to the provider.
 *
 * @throws {ProviderError} if the provider's endpoints cannot be discovered
 */
export async function authorizationUrl(
  connection: Connection,
  { state, nonce, codeVerifier, redirectUri }: ProviderRequest,
  hints: Record<string, string>,
): Promise<string> {
  return asProviderError(connection, async () => {
    const { authorization_endpoint: endpoint } = await findServer(connection)
    const { client_id: clientId, authorize_scopes: scope = DEFAULT_SCOPES } = connection.details
    const url = new URL(endpoint ?? '')
    const parameters = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...hints,
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  })
}

/**
 * Redeems the code in a provider's authorization response, and verifies the id token and userinfo.
 *
 * @throws {ProviderError} if a request to the provider fails, or if the provider returns an error or an invalid response
 */
export async function redeemProviderAnswer(
  connection: Connection,
  answer: URLSearchParams,
  { state, nonce, codeVerifier, redirectUri }: ProviderRequest,
): Promise<ProviderClaims> {
  return asProviderError(connection, async () => {
    const server = await findServer(connection)
    const { client_id: clientId, client_secret: secret, attributes_request_method: method = 'GET' } = connection.details
    const client: oauth.Client = { client_id: clientId, [oauth.clockSkew]: connection.clockSkewSeconds }
    const parameters = oauth.validateAuthResponse(server, client, answer, state)
    const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret)
    const options = optionsOf(connection)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      codeVerifier,
      options,
    )
    const checks = { expectedNonce: nonce, requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks)
    await oauth.validateApplicationLevelSignature(server, response, options)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (!claims) throw new TypeError('The provider returned no id token.')
    const { userinfo_endpoint: endpoint } = server
    if (endpoint === undefined) return claims
    const url = new URL(endpoint)
    const info = await oauth.protectedResourceRequest(tokens.access_token, method, url, undefined, undefined, options)
    return { ...claims, ...(await oauth.processUserInfoResponse(server, client, claims.sub, info)) }
  })
}

const SERVER_ERROR_STATUS = 500
const DEFAULT_SCOPES = 'openid email profile'
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512']

const optionsOf = ({ fetch }: Connection) => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: unknown) => fetch(url, init as RequestInit),
})

/** Returns a provider's endpoints from its details or its discovery document. */
async function findServer(connection: Connection): Promise<oauth.AuthorizationServer> {
  const { oidc_issuer: issuer, ...details } = connection.details
  const { authorize_url: authorizeUrl, token_url: tokenUrl, attributes_url: attributesUrl, jwks_uri: jwksUri } = details
  if (authorizeUrl && tokenUrl && attributesUrl && jwksUri) {
    return {
      issuer,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
      userinfo_endpoint: attributesUrl,
      jwks_uri: jwksUri,
      id_token_signing_alg_values_supported: SIGNATURES,
    }
  }
  const url = new URL(issuer)
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, optionsOf(connection)))
}

/**
 * Converts an error to a ProviderError. According to the service's documentation, the application receives the provider's
 * error code. If an endpoint such as the token endpoint returned the error, the error description also contains the provider's
 * name and the HTTP status.
 */
async function asProviderError<Answer>({ name }: Connection, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      throw new ProviderError(error.error, error.error_description ?? '', error)
    }
    if (error instanceof oauth.ResponseBodyError) {
      const description = `${name} Error - ${error.status} ${error.error} ${error.error_description ?? ''}`
      throw new ProviderError(error.error, description.trimEnd(), error)
    }
    const { cause } = error as Error
    if (cause instanceof Response) {
      const code = cause.status >= SERVER_ERROR_STATUS ? 'server_error' : 'invalid_request'
      throw new ProviderError(code, `${name} Error - ${cause.status}`, error)
    }
    throw new ProviderError('invalid_request', describeFalseAnswer(name, error as Error), error)
  }
}

function describeFalseAnswer(name: string, { message, cause }: Error): string {
  const { claim, claims } = (cause ?? {}) as { claim?: string; claims?: Record<string, unknown> }
  return claim === 'iss' ? `Bad id_token issuer ${String(claims?.['iss'])}` : `${name} Error: ${message}`
}
