import { SessionError } from '../errors.ts'
import { firstText, type AuthenticationResult } from '../service/wire.ts'
import { readBase64UrlText } from '../srp/encoding.ts'

/** Session of a signed-in user, as plain data. */
export type Session = {
  /** User name from the access token. If that token has no user name, the name comes from the sign-in or the id token. */
  username: string
  idToken: Token<IdTokenClaims>
  accessToken: Token<AccessTokenClaims>
  refreshToken?: string
  /** Number of seconds by which this device's clock was ahead of the service's clock when the tokens arrived. */
  clockDriftSeconds: number
}

/** JSON Web Token (RFC 7519) in its encoded form, with its decoded claims. */
export type Token<Claims extends JwtClaims = JwtClaims> = { jwt: string; claims: Claims }

/**
 * Claims of every token. `exp` (seconds since 1970) is always a number, and so is `iat` if it is present. If present,
 * `token_use`, the app client (`aud` or `client_id`) and the pool id in `iss` have the expected values. All other claims are
 * unverified. A client trusts the connection to the service, but a server must verify the signature.
 */
export type JwtClaims = {
  readonly exp: number
  readonly iat?: number
  /** Time of the sign-in in seconds since 1970. */
  readonly auth_time?: number
  /** Name of the authentication level. */
  readonly acr?: string
  /** Completed factors. */
  readonly amr?: readonly string[]
  readonly iss?: string
  readonly jti?: string
  readonly sub?: string
  /** Id of the original sign-in, which stays the same after a refresh. */
  readonly origin_jti?: string
  readonly event_id?: string
  /** Names of the user's groups; absent if the user is in no group. */
  readonly 'cognito:groups'?: readonly string[]
  readonly [claim: string]: unknown
}

/**
 * Claims of the id token, including the user attributes that the app client may read. Custom attributes are named
 * `custom:<name>`. (Amazon Cognito developer guide, "Understanding the identity (ID) token")
 */
export type IdTokenClaims = JwtClaims & {
  readonly token_use?: 'id'
  /** Id of the app client. */
  readonly aud?: string
  readonly 'cognito:username'?: string
  /** IAM roles of the user's groups. */
  readonly 'cognito:roles'?: readonly string[]
  readonly 'cognito:preferred_role'?: string
  readonly nonce?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly phone_number?: string
  readonly phone_number_verified?: boolean
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly middle_name?: string
  readonly nickname?: string
  readonly preferred_username?: string
  readonly picture?: string
  readonly profile?: string
  readonly website?: string
  readonly gender?: string
  readonly birthdate?: string
  readonly zoneinfo?: string
  readonly locale?: string
}

/** Claims of the access token. (Amazon Cognito developer guide, "Understanding the access token") */
export type AccessTokenClaims = JwtClaims & {
  readonly token_use?: 'access'
  readonly client_id?: string
  readonly username?: string
  /** Scopes, separated by spaces. */
  readonly scope?: string
  readonly device_key?: string
  readonly version?: number
}

/** Claims by the value of `token_use`. */
type ClaimsByUse = { id: IdTokenClaims; access: AccessTokenClaims }
type TokenUse = keyof ClaimsByUse

/**
 * Change of the signed-in user or of the tokens.
 *
 * The `reason` for a sign-out is `requested` (by this program), `refused` (the service rejected the refresh token), `replaced` (a
 * new sign-in removed the session) or `elsewhere` (another tab or client, for any reason).
 */
export type AuthEvent =
  | { type: 'signedIn' | 'refreshed'; username: string }
  | { type: 'signedOut'; username: string; reason: 'requested' | 'refused' | 'replaced' | 'elsewhere' }

const MS_PER_SECOND = 1000

/** Members of a client that the claims of a token must match. */
export type Audience = { readonly clientId: string; readonly userPoolId: string }

/**
 * Creates a session from a response with tokens.
 *
 * @param fallback refresh token to keep if the response has none (without rotation), and user name to use if the access token
 *   has none. `sub`: user id of the session that the new session replaces. Tokens for another user are rejected
 * @throws SessionError when a token is missing, cannot be read or does not match the client, or the tokens belong to different
 *   users.
 */
export function openSession(
  client: Audience & { readonly now: () => number },
  { IdToken, AccessToken, RefreshToken }: AuthenticationResult,
  fallback: { username: string; refreshToken?: string | undefined; sub?: string | undefined },
): Session {
  if (!IdToken || !AccessToken) throw foreignTokens('Id token and Access Token must be present.')
  const idToken = requireToken(client, IdToken, 'id', fallback.sub)
  const accessToken = requireToken(client, AccessToken, 'access', idToken.claims.sub)
  const refreshToken = firstText(RefreshToken, fallback.refreshToken)
  return {
    username: accessToken.claims.username || fallback.username,
    idToken,
    accessToken,
    ...(refreshToken && { refreshToken }),
    clockDriftSeconds: measureClockDrift(idToken, accessToken, client.now()),
  }
}

/** Tokens from a sign-in elsewhere, for {@link adoptSession} and for `createSession` of a session handler. */
export type TokensToAdopt = { idToken: string; accessToken: string; refreshToken?: string | undefined }

/**
 * Creates a session from the tokens of a sign-in elsewhere without storing the session.
 *
 * @throws SessionError when a token is missing, cannot be read or belongs to another user pool or app client, or when the tokens
 *   come from different sign-ins or contain no user name.
 */
export function openTokens(client: Audience & { readonly now: () => number }, tokens: TokensToAdopt): Session {
  const { idToken: IdToken, accessToken: AccessToken, refreshToken } = { ...tokens }
  const rest = { username: '', refreshToken: refreshToken || undefined }
  const opened = openSession(client, { IdToken, AccessToken }, rest)
  if (!belongTogether(opened.idToken, opened.accessToken)) {
    throw foreignTokens('The id token and the access token are from different sign-ins.')
  }
  const username = opened.username || opened.idToken.claims['cognito:username']
  if (typeof username !== 'string' || !username) throw foreignTokens('The tokens contain no user name.')
  return { ...opened, username }
}

/**
 * Whether both tokens are still valid at `nowMs` (milliseconds since 1970), corrected for the device's clock drift.
 *
 * A session inside the refresh margin is still valid.
 *
 * @example
 * const session = await getSession(client)
 * const endsWithinAMinute = !isSessionValid(session, Date.now() + 60_000)
 */
export function isSessionValid(session: Session, nowMs: number = Date.now()): boolean {
  return remainingSeconds(session, nowMs) > 0
}

/**
 * Returns the number of seconds until the id token or the access token expires, whichever is earlier, according to the service's
 * clock. The number is 0 or less if a token has expired.
 */
export function remainingSeconds({ idToken, accessToken, clockDriftSeconds }: Session, nowMs: number): number {
  const serviceNow = nowMs / MS_PER_SECOND - clockDriftSeconds
  return Math.min(idToken.claims.exp, accessToken.claims.exp) - serviceNow
}

/** Returns the drift, in seconds, of a clock whose time is `nowMs` when the tokens arrive; 0 if no token has a time of issue. */
export function measureClockDrift(idToken: Token, accessToken: Token, nowMs: number): number {
  const now = Math.floor(nowMs / MS_PER_SECOND)
  return now - Math.min(idToken.claims.iat ?? now, accessToken.claims.iat ?? now)
}

/** Whether two tokens come from the same sign-in. An interrupted write may have left a mixed pair. */
export function belongTogether(idToken: Token, accessToken: Token): boolean {
  const [id, access] = [idToken.claims, accessToken.claims]
  const claim = id.origin_jti && access.origin_jti ? 'origin_jti' : 'iat'
  return id.sub === access.sub && id[claim] === access[claim]
}

function requireToken<Use extends TokenUse>(
  client: Audience,
  jwt: string,
  use: Use,
  userSub: string | undefined,
): Token<ClaimsByUse[Use]> {
  const token = readToken(client, jwt, use, userSub)
  if (token) return token
  throw foreignTokens(`The ${use} token has no readable times (exp, iat), or belongs to another pool, client or user.`)
}

/** Creates the error for tokens that this client cannot use as a session. */
export function foreignTokens(message: string): SessionError {
  return new SessionError(message, { reason: 'foreign-tokens' })
}

/**
 * Reads a token without verifying the signature. Returns undefined if the text is not a readable JWT, has no numeric `exp`, or
 * contains a checked claim that has the wrong type or does not match the use, the app client, the user pool or the user id
 * `userSub`.
 */
export function readToken<Use extends TokenUse>(
  client: Audience,
  jwt: string,
  use: Use,
  userSub?: string,
): Token<ClaimsByUse[Use]> | undefined {
  const claims = readPayload(jwt) ?? {}
  const isUsable = claims['exp'] !== undefined && isOf(client, claims, use, userSub)
  return isUsable ? { jwt, claims: claims as ClaimsByUse[Use] } : undefined
}

type Claims = Record<string, unknown>

/** Whether the claims that {@link readToken} checks are absent, or have the right type and match the expected values. */
export function isOf({ clientId, userPoolId }: Audience, claims: Claims, use: TokenUse, userSub?: unknown): boolean {
  const { exp = 0, iat = 0, iss = userPoolId, token_use: tokenUse = use, username = '', sub = userSub } = claims
  const { [use === 'id' ? 'aud' : 'client_id']: audience = clientId } = claims
  return (
    Number.isFinite(exp) &&
    Number.isFinite(iat) &&
    typeof username === 'string' &&
    (userSub ?? sub) === sub &&
    tokenUse === use &&
    audience === clientId &&
    typeof iss === 'string' &&
    isIssuer(iss, userPoolId)
  )
}

/** Whether an issuer is the user pool. The last part of an issuer's URL is the pool id. The host is not compared. */
export function isIssuer(issuer: string, userPoolId: string): boolean {
  return issuer.split('/').pop() === userPoolId
}

/** Maximum length of a token. Servers accept headers of only a few kilobytes. */
const MAX_TOKEN_LENGTH = 65_536

/** Returns the unverified claims of a token; undefined if the text is not a JWT or is too long. */
export function readPayload(jwt: string): Record<string, unknown> | undefined {
  if (jwt.length > MAX_TOKEN_LENGTH) return undefined
  try {
    return JSON.parse(readBase64UrlText(jwt.split('.', 2)[1] ?? '')) ?? undefined
  } catch {
    return undefined
  }
}
