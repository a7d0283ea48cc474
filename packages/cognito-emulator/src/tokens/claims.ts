import { createHash, randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'

import { DEFAULT_SECONDS } from '../pools/client-description.ts'
import { issuerOf, type Caller } from '../pools/pools.ts'
import { isVerifiedFlag, mayRead } from '../users/attributes.ts'
import type { UserRoles } from '../users/group-directory.ts'
import type { User } from '../users/user.ts'
import type { AuthSession } from './auth-sessions.ts'
import { attributesInScope } from './scopes.ts'

/** The scope of tokens that come without OAuth: it opens the operations of the signed-in user. */
export const SIGNED_IN_SCOPE = 'aws.cognito.signin.user.admin'

/** What both tokens of one answer are made from. */
export type TokenSubject = {
  caller: Caller
  user: User
  session: AuthSession
  roles: UserRoles
  /** What the access token opens, in the order in which it was asked for. */
  scopes: string[]
  /** What an OAuth client gave to find in its id token. */
  nonce?: string | undefined
  nowMs: number
}

/** The claims of an id token. `accessToken` is the one that comes with it. */
export function idTokenClaims(subject: TokenSubject, accessToken: string): JWTPayload {
  const { caller, user, roles, nonce, scopes, nowMs } = subject
  const attributes = attributesInScope(user.attributes, scopes)
  return {
    ...sharedClaims(subject),
    ...attributeClaims(caller, attributes),
    ...(mayRead(caller.client, 'identities') && identityClaims(attributes)),
    ...roleClaims(roles),
    'cognito:username': user.username,
    aud: caller.client.id,
    token_use: 'id',
    exp: seconds(nowMs) + (caller.client.idTokenSeconds ?? DEFAULT_SECONDS.id),
    ...(nonce !== undefined && { nonce }),
    ...(scopes.includes('openid') && { at_hash: accessTokenHash(accessToken) }),
  }
}

/** The claims of an access token of a user. */
export function accessTokenClaims(subject: TokenSubject): JWTPayload {
  const { caller, user, session, scopes, nowMs } = subject
  return {
    ...sharedClaims(subject),
    ...(session.deviceKey !== undefined && { device_key: session.deviceKey }),
    client_id: caller.client.id,
    username: user.username,
    token_use: 'access',
    scope: scopes.join(' '),
    ...(scopes.includes('openid') && { version: 2 }),
    exp: seconds(nowMs) + accessTokenSeconds(caller),
  }
}

/** The claims of an access token that is a client's own: of an OAuth client_credentials grant. */
export function clientTokenClaims(caller: Caller, scopes: string[], nowMs: number): JWTPayload {
  return {
    sub: caller.client.id,
    token_use: 'access',
    scope: scopes.join(' '),
    auth_time: seconds(nowMs),
    iss: issuerOf(caller.pool),
    exp: seconds(nowMs) + accessTokenSeconds(caller),
    iat: seconds(nowMs),
    version: 2,
    jti: randomUUID(),
    client_id: caller.client.id,
  }
}

/** Those of a user's attributes that the client may read, as the id token says them. Custom ones are texts, of whatever type. */
function attributeClaims({ client }: Caller, attributes: Record<string, string>): JWTPayload {
  const readable = Object.entries(attributes).filter(([name]) => mayRead(client, name))
  return Object.fromEntries(readable.map(([name, value]) => [name, attributeClaim(name, value)]))
}

function attributeClaim(name: string, value: string): unknown {
  if (isVerifiedFlag(name)) return value.toLowerCase() === 'true'
  if (name === 'updated_at') return Number(value)
  return name === 'address' ? { formatted: value } : value
}

type IdentityValue = string | number | boolean | null

/** Identities at other providers: JSON in the attribute, in the claim a list whose values are texts. */
function identityClaims({ identities }: User['attributes']): JWTPayload {
  if (identities === undefined) return {}
  const asText = (value: IdentityValue) => (value === null ? null : String(value))
  const linked = JSON.parse(identities) as Record<string, IdentityValue>[]
  return {
    identities: linked.map((identity) =>
      Object.fromEntries(Object.entries(identity).map(([name, value]) => [name, asText(value)])),
    ),
  }
}

/** The IAM roles of the user's groups, which an identity pool reads: claims of the id token alone. */
function roleClaims({ roles, preferredRole }: UserRoles): JWTPayload {
  return {
    ...(roles.length > 0 && { 'cognito:roles': roles }),
    ...(preferredRole !== undefined && { 'cognito:preferred_role': preferredRole }),
  }
}

/** How long access tokens of a client are good for. */
export function accessTokenSeconds({ client }: Caller): number {
  return client.accessTokenSeconds ?? DEFAULT_SECONDS.access
}

function sharedClaims({ caller, user, session, roles: { groups }, nowMs }: TokenSubject): JWTPayload {
  return {
    sub: user.sub,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    iss: issuerOf(caller.pool),
    event_id: session.eventId,
    auth_time: seconds(session.authTimeMs),
    iat: seconds(nowMs),
    ...(caller.client.revocation !== false && { origin_jti: session.originJti, jti: randomUUID() }),
  }
}

/** The left half of the token's hash, as OpenID Connect Core §3.1.3.6 has it. */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
