import { createHash } from 'node:crypto'

import { MAX_BODY_BYTES } from '../http/body.ts'
import { OAuthError } from '../oauth/errors.ts'
import { readForm } from '../oauth/form.ts'
import { isSameSecret } from '../pools/secrets.ts'
import type { ProviderCall } from './provider-call.ts'

const BEARER = /^Bearer (.+)$/i

/** Returns the discovery document. Specification: https://openid.net/specs/openid-connect-discovery-1_0.html */
export function describeProvider({ issuer }: ProviderCall): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
}

/**
 * Redeems a code.
 *
 * @throws {OAuthError} invalid_client, invalid_grant, invalid_request if the body is not a form, is too large or is
 *   incomplete, or server_error if a test requested `token-error`
 */
export async function redeemCode({ context, services, provider }: ProviderCall): Promise<Response> {
  const form = await readForm(context.req.raw, services.options.maxBodyBytes ?? MAX_BODY_BYTES)
  const { client_id: clientId = '', client_secret: secret = '' } = provider.ProviderDetails ?? {}
  if (form.get('client_id') !== clientId || !isSameSecret(secret, form.get('client_secret') ?? '')) {
    throw new OAuthError('invalid_client', 'The client id or secret is wrong.', 401)
  }
  const code = form.get('code') ?? ''
  const grant = services.codes.get(code)
  services.codes.forget(code)
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  if (grant?.redirectUri !== form.get('redirect_uri') || grant.codeChallenge !== challenge) {
    throw new OAuthError('invalid_grant', 'The code is unknown or was already redeemed.')
  }
  if (grant.answer === 'token-error') throw new OAuthError('server_error', 'The provider failed.', 500)
  return context.json({
    access_token: services.accessTokens.keep(grant),
    id_token: await services.idTokens.sign(grant, services.clock.nowMs()),
    token_type: 'Bearer',
    expires_in: 300,
  })
}

/** Returns the claims of a signed-in user. @throws {OAuthError} invalid_token if the access token is unknown or has expired */
export function describeUser({ context, services }: ProviderCall): Response {
  const [, accessToken = ''] = BEARER.exec(context.req.header('authorization') ?? '') ?? []
  const grant = services.accessTokens.get(accessToken)
  if (!grant) throw new OAuthError('invalid_token', 'The access token is unknown or has expired.', 401)
  return context.json({ ...grant.user, ...(grant.answer === 'wrong-subject' && { sub: 'other' }) })
}
