import { createHash, randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'

import { DEFAULT_SECONDS } from '../pools/client-description.ts'
import { issuerOf, type Caller } from '../pools/pools.ts'
import { isVerifiedFlag, mayRead } from '../users/attributes.ts'
import type { UserRoles } from '../users/group-directory.ts'
import type { User } from '../users/user.ts'
import type { AuthSession } from './auth-sessions.ts'
import { attributesInScope } from './scopes.ts'

/** Scope of tokens from a sign-in without OAuth. This scope allows the operations of a signed-in user. */
export const SIGNED_IN_SCOPE = 'aws.cognito.signin.user.admin'

/** Data for both tokens of a response. */
export type TokenSubject = {
  caller: Caller
  user: User
  session: AuthSession
  roles: UserRoles
  /** Scopes of the access token, in the order of the request. */
  scopes: string[]
  /** Nonce of the authorization request, which the id token repeats. */
  nonce?: string | undefined
  nowMs: number
}

/** Returns the claims of an id token. `accessToken` is the access token of the same response. */
export function idTokenClaims(subject: TokenSubject, accessToken: string): JWTPayload {
  const { caller, user, roles, nonce, scopes, nowMs } = subject
  const attributes = attributesInScope(user.attributes, scopes)
  return {
    ...sharedClaims(subject),
    ...attributeClaims(caller, attributes),
    ...(mayRead(caller.client, 'identities') && identityClaims(user.attributes)),
    ...roleClaims(roles),
    'cognito:username': user.username,
    aud: caller.client.id,
    token_use: 'id',
    exp: seconds(nowMs) + (caller.client.idTokenSeconds ?? DEFAULT_SECONDS.id),
    ...(nonce !== undefined && { nonce }),
    ...(scopes.includes('openid') && { at_hash: accessTokenHash(accessToken) }),
  }
}

/** Returns the claims of a user's access token. */
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

/** Returns the claims of a client's own access token, for the OAuth grant client_credentials. */
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

/**
 * Returns the user's attributes that the client can read, as claims of the id token. Custom attributes of every type are
 * strings.
 */
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

/**
 * Returns the claim with the linked identities. The attribute contains JSON, and the claim is a list of objects with string
 * values.
 */
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

/** Returns the IAM roles of the user's groups, for identity pools. Only id tokens have these claims. */
function roleClaims({ roles, preferredRole }: UserRoles): JWTPayload {
  return {
    ...(roles.length > 0 && { 'cognito:roles': roles }),
    ...(preferredRole !== undefined && { 'cognito:preferred_role': preferredRole }),
  }
}

/** Returns the lifetime of a client's access tokens in seconds. */
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
    ...(session.acr !== undefined && { acr: session.acr }),
    ...(session.amr && { amr: session.amr }),
    iat: seconds(nowMs),
    ...(caller.client.revocation !== false && { origin_jti: session.originJti, jti: randomUUID() }),
  }
}

/** Returns the left half of the access token's hash (OpenID Connect Core §3.1.3.6). */
function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
