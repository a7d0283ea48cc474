/**
 * What a token says. `exp` and `iat` (seconds since 1970) are always numbers; the rest is as the service made it and is
 * not verified here: a client trusts the connection, a server must verify the signature.
 */
export type JwtClaims = {
  readonly exp: number
  readonly iat: number
  readonly sub?: string
  /** Access token: the user name. */
  readonly username?: string
  /** The sign-in that the token descends from; the same after a refresh. */
  readonly origin_jti?: string
  readonly [claim: string]: unknown
}

/** A JSON Web Token (RFC 7519): as it is sent, and what it says. */
export type Token = { jwt: string; claims: JwtClaims }

/** Reads a token without verifying it; undefined when it is no JWT or lacks a numeric `exp` or `iat`. */
export function readToken(jwt: string): Token | undefined {
  const claims = readPayload(jwt)
  return typeof claims?.['exp'] === 'number' && typeof claims['iat'] === 'number'
    ? { jwt, claims: claims as JwtClaims }
    : undefined
}

function readPayload(jwt: string): Record<string, unknown> | undefined {
  try {
    const base64 = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) ?? undefined
  } catch {
    return undefined
  }
}
