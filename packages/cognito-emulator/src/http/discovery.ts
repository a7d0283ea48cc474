import { Hono, type Context } from 'hono'

import { issuerOf, type Pool } from '../pools/pools.ts'
import { poolsIn } from '../pools/regions.ts'
import type { Services } from '../services.ts'
import { baseUrlOf } from './base-url.ts'
import { regionOf } from './request-region.ts'

const JWKS_SECONDS = 300
const CACHED = { 'cache-control': `public, max-age=${JWKS_SECONDS}` }

/** Routes that return a pool's keys and its discovery document, for token verifiers and OpenID Connect clients. */
export function discoveryRoutes({ pools, tokens, address }: Pick<Services, 'pools' | 'tokens' | 'address'>): Hono {
  const routes = new Hono()
  const poolOf = ({ req }: Context<object, '/:poolId/*'>): Pool =>
    poolsIn(pools, regionOf(req.raw)).get(req.param('poolId'))
  routes.get('/:poolId/.well-known/jwks.json', async (context) => {
    return context.json({ keys: await tokens.publicJwks(poolOf(context)) }, 200, CACHED)
  })
  routes.get('/:poolId/.well-known/openid-configuration', (context) => {
    const pool = poolOf(context)
    return context.json(describeIssuer(issuerOf(pool), pool.id, baseUrlOf(address, context.req.raw)), 200, CACHED)
  })
  return routes
}

/**
 * Returns a pool's discovery document, with the members of the service's document. The endpoints are URLs of the
 * emulator, but the issuer can be a URL of the service.
 *
 * Specification: https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
function describeIssuer(issuer: string, poolId: string, url: string): object {
  return {
    authorization_endpoint: `${url}oauth2/authorize`,
    end_session_endpoint: `${url}logout`,
    id_token_signing_alg_values_supported: ['RS256'],
    issuer,
    jwks_uri: `${url}${poolId}/.well-known/jwks.json`,
    response_types_supported: ['code', 'token'],
    revocation_endpoint: `${url}oauth2/revoke`,
    scopes_supported: ['openid', 'email', 'phone', 'profile'],
    subject_types_supported: ['public'],
    token_endpoint: `${url}oauth2/token`,
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    userinfo_endpoint: `${url}oauth2/userInfo`,
  }
}
