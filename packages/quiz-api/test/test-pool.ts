import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

const LIFETIME_S = 3_600

/** A user pool reduced to its signing key, for the tokens that no real one would issue. */
export type TestPool = {
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

/** Makes a pool with a key of its own, called `keyId`; `poolId` is part of the issuer. */
export async function createTestPool({ poolId = 'local_Test1', keyId = 'key-1' } = {}): Promise<TestPool> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const issuer = `https://cognito-idp.local.amazonaws.com/${poolId}`
  const clientId = 'web'
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
