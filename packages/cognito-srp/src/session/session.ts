import { SessionError } from '../errors.ts'
import { firstText, type AuthenticationResult } from '../service/wire.ts'
import { readBase64UrlText } from '../srp/encoding.ts'

/** A signed-in user. Plain data. */
export type Session = {
  /** The user name of the access token, never what was typed. */
  username: string
  idToken: Token<IdTokenClaims>
  accessToken: Token<AccessTokenClaims>
  refreshToken?: string
  /** By how much this device's clock was ahead of the service's when the tokens arrived. */
  clockDriftSeconds: number
}

/** A JSON Web Token (RFC 7519): as it is sent, and what it says. */
export type Token<Claims extends JwtClaims = JwtClaims> = { jwt: string; claims: Claims }

/**
 * Claims of every token. `exp` (seconds since 1970) is always a number, and so is `iat` if it is present. The claims
 * that name the kind of token, the app client and the user pool do not contradict the client. All other claims are as
 * the service made them and are not verified: a client trusts the connection, a server must verify the signature.
 */
export type JwtClaims = {
  readonly exp: number
  readonly iat?: number
  /** When the user signed in, in seconds since 1970. */
  readonly auth_time?: number
  readonly iss?: string
  readonly jti?: string
  readonly sub?: string
  /** The sign-in that the token descends from; the same after a refresh. */
  readonly origin_jti?: string
  readonly event_id?: string
  /** Names of the user's groups; absent if the user is in no group. */
  readonly 'cognito:groups'?: readonly string[]
  readonly [claim: string]: unknown
}

/**
 * Claims of the id token: attributes of the user that the app client may read, custom attributes as `custom:<name>`.
 * (Amazon Cognito developer guide, "Understanding the identity (ID) token")
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

/** The claims by the value of `token_use`. */
type ClaimsByUse = { id: IdTokenClaims; access: AccessTokenClaims }
type TokenUse = keyof ClaimsByUse

/**
 * A change of who is signed in, or of the tokens.
 *
 * A sign-out was `requested` by this program, or the service `refused` to renew the tokens, or somebody else signed in
 * and `replaced` the user (`accounts: 'one'`), or it happened `elsewhere`, in another tab, for any of these reasons.
 */
export type AuthEvent =
  | { type: 'signedIn' | 'refreshed'; username: string }
  | { type: 'signedOut'; username: string; reason: 'requested' | 'refused' | 'replaced' | 'elsewhere' }

const MS_PER_SECOND = 1000

/** The part of a client that tokens must not contradict. */
export type Audience = { readonly clientId: string; readonly userPoolId: string }

/**
 * The session that an answer of the service opens.
 *
 * @param fallback what to take where the answer leaves it out: the refresh token (a refresh without rotation), and the
 *   user name for access tokens that name none; `session`: what is renewed, whose user stays the same
 * @throws SessionError when a token is missing, has no expiry or contradicts the client, or they are not all of
 *   one user.
 */
export function openSession(
  client: Audience & { readonly now: () => number },
  { IdToken, AccessToken, RefreshToken }: AuthenticationResult,
  fallback: { username: string; refreshToken?: string | undefined; session?: Pick<Session, 'idToken'> | undefined },
): Session {
  if (!IdToken || !AccessToken) throw foreignTokens('Id token and Access Token must be present.')
  const idToken = requireToken(client, IdToken, 'id', fallback.session?.idToken)
  const accessToken = requireToken(client, AccessToken, 'access', idToken)
  const refreshToken = firstText(RefreshToken, fallback.refreshToken)
  return {
    username: accessToken.claims.username || fallback.username,
    idToken,
    accessToken,
    ...(refreshToken && { refreshToken }),
    clockDriftSeconds: measureClockDrift(idToken, accessToken, client.now()),
  }
}

/**
 * Whether both tokens are still accepted at `nowMs` (milliseconds since 1970), the device's clock drift taken off.
 *
 * The refresh margin plays no part here: a session inside it is still valid.
 *
 * @example
 * const session = await getSession(client)
 * const endsWithinAMinute = !isSessionValid(session, Date.now() + 60_000)
 */
export function isSessionValid(session: Session, nowMs: number = Date.now()): boolean {
  return remainingSeconds(session, nowMs) > 0
}

/** Seconds until the first of the two tokens ends, by the service's clock; 0 or less when it has ended. */
export function remainingSeconds({ idToken, accessToken, clockDriftSeconds }: Session, nowMs: number): number {
  const serviceNow = nowMs / MS_PER_SECOND - clockDriftSeconds
  return Math.min(idToken.claims.exp, accessToken.claims.exp) - serviceNow
}

/** Drift of a clock that shows `nowMs` at the moment the tokens arrive; 0 where no token says when it was issued. */
export function measureClockDrift(idToken: Token, accessToken: Token, nowMs: number): number {
  const now = Math.floor(nowMs / MS_PER_SECOND)
  return now - Math.min(idToken.claims.iat ?? now, accessToken.claims.iat ?? now)
}

/** Whether two tokens come from the same sign-in: a write that was cut off may have left a mixed pair. */
export function belongTogether(idToken: Token, accessToken: Token): boolean {
  const [id, access] = [idToken.claims, accessToken.claims]
  const claim = id.origin_jti && access.origin_jti ? 'origin_jti' : 'iat'
  return id.sub === access.sub && id[claim] === access[claim]
}

function requireToken<Use extends TokenUse>(
  client: Audience,
  jwt: string,
  use: Use,
  before: Token | undefined,
): Token<ClaimsByUse[Use]> {
  const token = readToken(client, jwt, use, before?.claims)
  if (token) return token
  throw foreignTokens(`The ${use} token has no readable times (exp, iat), or belongs to another pool, client or user.`)
}

/** Error for tokens that cannot be a session of this client. */
export function foreignTokens(message: string): SessionError {
  return new SessionError(message, { reason: 'foreign-tokens' })
}

/**
 * Reads a token without verifying it; undefined when it is no JWT, lacks a numeric `exp`, or a claim that it has
 * contradicts what it is used for, the app client, the user pool, or what a token `before` says of the user.
 */
export function readToken<Use extends TokenUse>(
  client: Audience,
  jwt: string,
  use: Use,
  before?: Claims,
): Token<ClaimsByUse[Use]> | undefined {
  const claims = readPayload(jwt) ?? {}
  const isUsable = claims['exp'] !== undefined && isOf(client, claims, use, before)
  return isUsable ? { jwt, claims: claims as ClaimsByUse[Use] } : undefined
}

type Claims = Record<string, unknown>

/** Whether no claim that is there contradicts its type, or anything that {@link readToken} compares it with. */
export function isOf({ clientId, userPoolId }: Audience, claims: Claims, use: TokenUse, before: Claims = {}): boolean {
  const { exp = 0, iat = 0, iss = userPoolId, token_use: tokenUse = use, username = '', sub = before['sub'] } = claims
  const { [use === 'id' ? 'aud' : 'client_id']: audience = clientId } = claims
  return (
    Number.isFinite(exp) &&
    Number.isFinite(iat) &&
    typeof username === 'string' &&
    (before['sub'] ?? sub) === sub &&
    tokenUse === use &&
    audience === clientId &&
    typeof iss === 'string' &&
    iss.split('/').pop() === userPoolId
  )
}

/** No token is longer: servers take headers of some kilobytes. */
const MAX_TOKEN_LENGTH = 65_536

/** What a token says, not verified; undefined when it is no JWT, or longer than any. */
export function readPayload(jwt: string): Record<string, unknown> | undefined {
  if (jwt.length > MAX_TOKEN_LENGTH) return undefined
  try {
    return JSON.parse(readBase64UrlText(jwt.split('.', 2)[1] ?? '')) ?? undefined
  } catch {
    return undefined
  }
}
