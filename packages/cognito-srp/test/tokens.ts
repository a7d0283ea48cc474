import type { AuthenticationResult } from '../src/service/wire.ts'

/** Time of the fixed clock in tests, 2026-11-03T04:05:06Z. */
export const NOW_MS: number = Date.UTC(2026, 10, 3, 4, 5, 6)
export const NOW_SECONDS: number = NOW_MS / 1000

/**
 * Creates a token with these claims and an invalid signature. The client does not verify signatures, and the scripted servers do
 * not read tokens.
 */
export function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'RS256', kid: 'test' })}.${encode(claims)}.c2lnbmF0dXJl`
}

export type TokenOptions = {
  username?: string
  iat?: number
  lifetimeSeconds?: number
  originJti?: string
  refreshToken?: string | undefined
  /** More claims of both tokens. */
  more?: Record<string, unknown>
}

/** Creates tokens in the service's format. */
export function tokens(options: TokenOptions = {}): AuthenticationResult & { IdToken: string; AccessToken: string } {
  const { username = 'ana', iat = NOW_SECONDS, lifetimeSeconds = 3600, originJti = 'origin-1', more } = options
  const claims = { sub: `sub-of-${username}`, iat, exp: iat + lifetimeSeconds, origin_jti: originJti, ...more }
  return {
    IdToken: jwt({ ...claims, token_use: 'id', 'cognito:username': username }),
    AccessToken: jwt({ ...claims, token_use: 'access', username, client_id: 'web' }),
    ...('refreshToken' in options
      ? options.refreshToken === undefined
        ? {}
        : { RefreshToken: options.refreshToken }
      : { RefreshToken: 'refresh-1' }),
  }
}

/** Returns the stored items of a signed-in user, under the keys that amazon-cognito-identity-js also uses. */
export function storedItems(
  result: AuthenticationResult,
  { username = 'ana', clientId = 'web', drift = '0' }: { username?: string; clientId?: string; drift?: string } = {},
): Record<string, string> {
  const prefix = `CognitoIdentityServiceProvider.${clientId}`
  const items = {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.idToken`]: result.IdToken,
    [`${prefix}.${username}.accessToken`]: result.AccessToken,
    [`${prefix}.${username}.refreshToken`]: result.RefreshToken,
    [`${prefix}.${username}.clockDrift`]: drift,
  }
  return Object.fromEntries(Object.entries(items).filter((item): item is [string, string] => item[1] !== undefined))
}
