import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'

/** Shortest time between two fetches, so that tokens with invented key ids cannot make us flood the user pool. */
const REFETCH_COOLDOWN_MS = 5_000

/**
 * The user pool's public keys, fetched when first needed, kept for ten minutes, and fetched again at once when a token
 * names a key that is not among them: that is how a rotated key arrives.
 *
 * @param url `https://cognito-idp.<region>.amazonaws.com/<poolId>/.well-known/jwks.json`
 */
export function remoteJwks(url: string | URL): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { cooldownDuration: REFETCH_COOLDOWN_MS })
}
