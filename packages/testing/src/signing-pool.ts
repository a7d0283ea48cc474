import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

import { listenFetch } from './listen.ts'

const LIFETIME_S = 3_600

/** A user pool reduced to its signing key, for the tokens that no real one would issue. */
export type SigningPool = {
  issuer: string
  clientId: string
  /** What the pool publishes at `/.well-known/jwks.json`, and the same as a key source for jose. */
  keySet: JSONWebKeySet
  jwks: JWTVerifyGetKey
  /** An access token as the service makes them; `claims` replace its own, undefined removes one. */
  accessToken(
    username: string,
    claims?: Record<string, unknown>,
    header?: { alg?: string; kid?: string },
  ): Promise<string>
}

/** Makes a pool with a key of its own, called `keyId`; `poolId` is the end of the issuer. */
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

/** Serves the pool's public keys on 127.0.0.1, as the service does under `/.well-known/jwks.json`. */
export async function serveKeySet({ keySet }: SigningPool): Promise<{ url: string; stop(): Promise<void> }> {
  const { url, close } = await listenFetch(() => Response.json(keySet))
  return { url: `${url}/.well-known/jwks.json`, stop: close }
}
