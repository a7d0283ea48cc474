import { Hono, type Context } from 'hono'
import { z } from 'zod'

import { OWN_SCOPES } from '../pools/client-description.ts'
import type { Caller } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { allowsFlow } from '../sign-in/initiate-auth.ts'
import { exchangeRefreshToken } from '../sign-in/refresh.ts'
import type { IssuedTokens } from '../tokens/tokens.ts'
import { invalidGrant } from './authorization-codes.ts'
import { authenticateClient } from './client-authentication.ts'
import { allowedScopes, allowsGrant, readScopes } from './client-settings.ts'
import { OAuthError } from './errors.ts'
import { readForm, repeatedIn } from './form.ts'
import { startGrantSession } from './grant-session.ts'
import type { PageServices } from './visit.ts'

const JWT_PARTS = 3
/** Status for a client that fails to authenticate. The service's documentation specifies a status for each endpoint. */
const TOKEN_STATUS = 400
const REVOKE_STATUS = 401

type TokenAnswer = {
  id_token?: string
  access_token: string
  refresh_token?: string
  expires_in: number
  token_type: 'Bearer'
}

/** Routes that programs call to redeem codes, refresh tokens and revoke tokens. */
export function tokenRoutes(services: PageServices): Hono {
  const routes = new Hono()
  routes.post('/oauth2/token', async (context) => {
    const form = await readParameters(services, context)
    const grantType = required(form, 'grant_type')
    const grant = GRANTS.get(grantType)
    if (!grant) throw new OAuthError('unsupported_grant_type')
    const { headers } = context.req.raw
    const caller = authenticateClient(services.pools, { headers, form, status: TOKEN_STATUS })
    return context.json(await grant(services, caller, form))
  })
  routes.post('/oauth2/revoke', async (context) => {
    const form = await readParameters(services, context)
    const { headers } = context.req.raw
    revoke(services, authenticateClient(services.pools, { headers, form, status: REVOKE_STATUS }), form)
    return context.body(null, 200)
  })
  return routes
}

const GRANTS: ReadonlyMap<
  string,
  (services: PageServices, caller: Caller, form: URLSearchParams) => Promise<TokenAnswer>
> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refresh],
  ['client_credentials', actForItself],
])

async function redeemCode(services: PageServices, caller: Caller, form: URLSearchParams): Promise<TokenAnswer> {
  const { client } = caller
  if (!allowsGrant(client, 'code')) throw new OAuthError('unauthorized_client')
  const redemption = {
    clientId: client.id,
    redirectUri: form.get('redirect_uri') ?? undefined,
    codeVerifier: form.get('code_verifier') ?? undefined,
  }
  const { issue, refreshToken, scopes } = services.authorizationCodes.redeem(
    required(form, 'code'),
    redemption,
    (grant) => {
      const session = startGrantSession(services, caller, grant)
      if (!session) throw invalidGrant()
      return { ...session, scopes: grant.request.scopes }
    },
  )
  return toAnswer({ ...(await asGrantError(issue)), RefreshToken: refreshToken }, scopes)
}

async function refresh(services: PageServices, caller: Caller, form: URLSearchParams): Promise<TokenAnswer> {
  const { client, pool } = caller
  if (!allowsGrant(client, 'code') && !allowsFlow(client, 'REFRESH_TOKEN_AUTH')) {
    throw new OAuthError('unauthorized_client')
  }
  const refreshToken = required(form, 'refresh_token')
  const scopes = services.authSessions.findByRefreshToken(pool, refreshToken)?.scopes
  return toAnswer(await asGrantError(() => exchangeRefreshToken(services, caller, { refreshToken })), scopes)
}

/**
 * Issues a token for a client that acts on its own behalf. Only scopes of resource servers are allowed, because the
 * service's own scopes apply to users.
 */
async function actForItself(
  { database, tokens }: PageServices,
  caller: Caller,
  form: URLSearchParams,
): Promise<TokenAnswer> {
  const { client } = caller
  if (client.secret === undefined || !allowsGrant(client, 'client_credentials')) {
    throw new OAuthError('unauthorized_client')
  }
  const allowed = allowedScopes(database, caller).filter((scope) => !OWN_SCOPES.some((own) => own === scope))
  const asked = readScopes(form.get('scope') ?? undefined)
  if (allowed.length === 0 || asked.some((scope) => !allowed.includes(scope))) throw new OAuthError('invalid_scope')
  const clientMetadata = readClientMetadata(form.get('aws_client_metadata'))
  const scopes = asked.length > 0 ? asked : allowed
  const issued = await asGrantError(() => tokens.issueForClient(caller, scopes, clientMetadata))
  return { access_token: issued.AccessToken, expires_in: issued.ExpiresIn, token_type: issued.TokenType }
}

/** Reads the client metadata for the pre-token trigger. */
function readClientMetadata(json: string | null): Record<string, string> | undefined {
  if (json === null) return undefined
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(json))
  } catch {
    throw new OAuthError('invalid_request', 'aws_client_metadata is not a JSON object of strings')
  }
}

/** Ends the session of a refresh token. An unknown token counts as already revoked (RFC 7009 §2.2). */
function revoke({ authSessions }: PageServices, { pool, client }: Caller, form: URLSearchParams): void {
  const token = required(form, 'token')
  if (client.revocation === false)
    throw new OAuthError('invalid_request', 'Token revocation is disabled for the client')
  if (token.split('.').length === JWT_PARTS) throw new OAuthError('unsupported_token_type')
  const session = authSessions.findByRefreshToken(pool, token)
  if (session && session.clientId === client.id) authSessions.revoke(pool, session.originJti)
}

/**
 * Converts tokens to the format of the response. After a sign-in without OAuth, the session has no scopes, and the response
 * includes the id token.
 */
function toAnswer(issued: IssuedTokens, scopes: string[] | undefined): TokenAnswer {
  return {
    ...((scopes?.includes('openid') ?? true) && { id_token: issued.IdToken }),
    access_token: issued.AccessToken,
    ...(issued.RefreshToken !== undefined && { refresh_token: issued.RefreshToken }),
    expires_in: issued.ExpiresIn,
    token_type: issued.TokenType,
  }
}

/** Converts an error from a session or a trigger to `invalid_grant`. */
async function asGrantError<Answer>(issue: () => Promise<Answer>): Promise<Answer> {
  try {
    return await issue()
  } catch (error) {
    if (error instanceof ServiceError) throw new OAuthError('invalid_grant', error.message)
    throw error
  }
}

async function readParameters({ maxFormBytes }: PageServices, { req }: Context): Promise<URLSearchParams> {
  const form = await readForm(req.raw, maxFormBytes)
  const repeated = repeatedIn(form)
  if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} occurs more than once`)
  return form
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name) ?? ''
  if (value === '') throw new OAuthError('invalid_request', `${name} is missing`)
  return value
}
