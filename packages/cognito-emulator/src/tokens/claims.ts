import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'

import { issuerOf, type Caller } from '../pools.ts'
import type { PreTokenGenerationResponse } from '../triggers.ts'
import type { User } from '../users/user.ts'
import type { AuthSession } from './auth-sessions.ts'

const DEFAULT_LIFETIME_SECONDS = 3600
const BOOLEAN_ATTRIBUTES = new Set(['email_verified', 'phone_number_verified'])
const ACCESS_SCOPE = 'aws.cognito.signin.user.admin'

/** What both tokens of one answer are made from. */
export type TokenSubject = {
  caller: Caller
  user: User
  session: AuthSession
  nowMs: number
  overrides?: NonNullable<PreTokenGenerationResponse['claimsOverrideDetails']>
}

/** Claims of the id token, in the service's names and types. */
export function idTokenClaims(subject: TokenSubject): JWTPayload {
  const { caller, user, overrides } = subject
  const claims = {
    ...sharedClaims(subject),
    ...attributeClaims(user),
    'cognito:username': user.username,
    aud: caller.client.id,
    token_use: 'id',
    exp: seconds(subject.nowMs) + (caller.client.idTokenSeconds ?? DEFAULT_LIFETIME_SECONDS),
    ...overrides?.claimsToAddOrOverride,
  }
  const suppressed = new Set(overrides?.claimsToSuppress)
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !suppressed.has(name)))
}

/** Claims of the access token, in the service's names and types. */
export function accessTokenClaims(subject: TokenSubject): JWTPayload {
  const { caller, user, session } = subject
  return {
    ...sharedClaims(subject),
    ...(session.deviceKey !== undefined && { device_key: session.deviceKey }),
    client_id: caller.client.id,
    username: user.username,
    token_use: 'access',
    scope: ACCESS_SCOPE,
    exp: seconds(subject.nowMs) + accessTokenSeconds(subject.caller),
  }
}

/** `ExpiresIn` of an answer. */
export function accessTokenSeconds({ client }: Caller): number {
  return client.accessTokenSeconds ?? DEFAULT_LIFETIME_SECONDS
}

function sharedClaims({ caller, user, session, nowMs, overrides }: TokenSubject): JWTPayload {
  const groups = overrides?.groupOverrideDetails?.groupsToOverride ?? user.groups
  return {
    sub: user.sub,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    iss: issuerOf(caller.pool),
    origin_jti: session.originJti,
    event_id: randomUUID(),
    auth_time: seconds(session.authTimeMs),
    iat: seconds(nowMs),
    jti: randomUUID(),
  }
}

function attributeClaims({ attributes }: User): JWTPayload {
  const entries = Object.entries(attributes)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, BOOLEAN_ATTRIBUTES.has(name) ? value === 'true' : value]),
  )
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
