import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

import { listenFetch } from './listen.ts'

const LIFETIME_S = 3_600

/** A user pool reduced to its signing key, for tokens that no real pool would issue. */
export type SigningPool = {
  issuer: string
  clientId: string
  /**
   * Public keys as the pool publishes them at `/.well-known/jwks.json`; `jwks` provides the same keys to jose.
   */
  keySet: JSONWebKeySet
  jwks: JWTVerifyGetKey
  /**
   * Issues an access token with the claims of the service's tokens. `claims` override the default claims; undefined
   * removes a claim.
   */
  accessToken(
    username: string,
    claims?: Record<string, unknown>,
    header?: { alg?: string; kid?: string },
  ): Promise<string>
}

/** Creates a pool with a new key whose id is `keyId`. `poolId` is the last part of the issuer. */
export async function createSigningPool({
  poolId = 'local_Test1',
  keyId = 'key-1',
  clientId = 'web',
} = {}): Promise<SigningPool> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const region = poolId.split('_')[0]
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`
  const keySet = { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }] }
  return {
    issuer,
    clientId,
    keySet,
    jwks: createLocalJWKSet(keySet),
    accessToken: (username, claims = {}, header = {}) => {
      const nowS = Math.floor(Date.now() / 1_000)
      const payload = {
        sub: username,
        username,
        iss: issuer,
        client_id: clientId,
        token_use: 'access',
        scope: 'aws.cognito.signin.user.admin',
        iat: nowS,
        exp: nowS + LIFETIME_S,
        ...claims,
      }
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: keyId, ...header }).sign(privateKey)
    },
  }
}

/** Serves the pool's public keys on 127.0.0.1 under `/.well-known/jwks.json`, as the service does. */
export async function serveKeySet({ keySet }: SigningPool): Promise<{ url: string; stop(): Promise<void> }> {
  const { url, close } = await listenFetch(() => Response.json(keySet))
  return { url: `${url}/.well-known/jwks.json`, stop: close }
}
