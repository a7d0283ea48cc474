import { createPrivateKey, createPublicKey, generateKeyPair, randomUUID, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import {
  calculateJwkThumbprint,
  decodeJwt,
  errors,
  exportJWK,
  jwtVerify,
  SignJWT,
  type JWK,
  type JWTPayload,
} from 'jose'

import type { Clock } from '../controls.ts'
import type { Database } from '../database.ts'
import { issuerOf, type Caller, type Pool, type PoolRegistry } from '../pools.ts'
import { notAuthorized, userNotFound, type ServiceError } from '../service-error.ts'
import { runTrigger, type PreTokenGenerationResponse } from '../triggers.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'
import type { AuthSession, AuthSessions } from './auth-sessions.ts'

const MODULUS_LENGTH_BITS = 2048
const DEFAULT_LIFETIME_SECONDS = 3600
const BOOLEAN_ATTRIBUTES = new Set(['email_verified', 'phone_number_verified'])
const ACCESS_SCOPE = 'aws.cognito.signin.user.admin'

/** What no trigger may say, as the service lists it, `aud` besides: else one that copies what users name makes any token. */
const RESERVED_CLAIMS: ReadonlySet<string> = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'cnf',
  'exp',
  'iat',
  'identities',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'origin_jti',
  'sub',
  'token_use',
])

/** The tokens of an answer, in the service's field names. */
export type IssuedTokens = {
  AccessToken: string
  IdToken: string
  ExpiresIn: number
  TokenType: 'Bearer'
  RefreshToken?: string
}

/** Who gets tokens, and why the trigger is told so. */
export type TokenRequest = {
  caller: Caller
  user: User
  session: AuthSession
  triggerSource: 'TokenGeneration_Authentication' | 'TokenGeneration_RefreshTokens'
  /** What GetTokensFromRefreshToken was given for the trigger; a refresh by InitiateAuth hands on none. */
  clientMetadata?: Record<string, string> | undefined
}

/** Who an access token belongs to. */
export type SignedInUser = { caller: Caller; user: User; session: AuthSession }

/** Signed id and access tokens. A pool's key is made when it is first needed, and kept: tokens outlive a restart. */
export type Tokens = {
  /** Signs an id token and an access token for a session. */
  issue(request: TokenRequest): Promise<IssuedTokens>
  /**
   * Verifies an access token of any of the emulator's pools and that its session was not revoked.
   *
   * @throws {ServiceError} NotAuthorizedException, or UserNotFoundException for a user deleted since.
   */
  verify(accessToken: string): Promise<SignedInUser>
  /** The key that a pool's tokens verify with, as the JWKS shows it. */
  publicJwk(pool: Pool): Promise<JWK>
}

/** What tokens are made from and checked against. */
export type TokenSources = {
  clock: Clock
  database: Database
  pools: PoolRegistry
  users: UserDirectory
  authSessions: AuthSessions
}

export function openTokens({ clock, database, pools, users, authSessions }: TokenSources): Tokens {
  const keyOf = openSigningKeys(database)

  return {
    async issue(request) {
      const subject: TokenSubject = { ...request, nowMs: clock.nowMs(), overrides: await askTrigger(request) }
      const key = await keyOf(request.caller.pool)
      const [IdToken, AccessToken] = await Promise.all([
        sign(idTokenClaims(subject), key),
        sign(accessTokenClaims(subject), key),
      ])
      return { AccessToken, IdToken, ExpiresIn: accessTokenSeconds(request.caller), TokenType: 'Bearer' }
    },
    async verify(accessToken) {
      const { pool, clientId } = findIssuer(pools, accessToken)
      const { publicKey } = await keyOf(pool)
      const claims = await verifyClaims(accessToken, publicKey, clock.nowMs())
      if (!String(claims['scope']).split(' ').includes(ACCESS_SCOPE)) {
        throw notAuthorized('Access Token does not have required scopes')
      }
      const client = pool.clients.get(clientId)
      const session = authSessions.find(pool, String(claims['origin_jti']))
      const user = users.find(pool, String(claims['username']))
      if (!user) throw userNotFound()
      if (!user.isEnabled) throw notAuthorized('User is disabled.')
      const isLive = session?.sub === user.sub && session.clientId === client?.id
      if (!session || !client || !isLive) throw notAuthorized('Access Token has been revoked')
      return { caller: { pool, client }, user, session }
    },
    publicJwk: async (pool) => (await keyOf(pool)).publicJwk,
  }
}

// Claims

type ClaimOverrides = PreTokenGenerationResponse['claimsOverrideDetails']

/** What both tokens of one answer are made from. */
type TokenSubject = Omit<TokenRequest, 'triggerSource'> & { nowMs: number; overrides: ClaimOverrides }

async function askTrigger({ caller, user, triggerSource, clientMetadata }: TokenRequest): Promise<ClaimOverrides> {
  const { claimsOverrideDetails } = await runTrigger(caller, 'preTokenGeneration', {
    triggerSource,
    user,
    request: { groupConfiguration: { groupsToOverride: user.groups } },
    response: {},
    clientMetadata,
  })
  return claimsOverrideDetails
}

function idTokenClaims(subject: TokenSubject): JWTPayload {
  const { caller, user, overrides } = subject
  const claims = {
    ...sharedClaims(subject),
    ...attributeClaims(user),
    'cognito:username': user.username,
    aud: caller.client.id,
    token_use: 'id',
    exp: seconds(subject.nowMs) + (caller.client.idTokenSeconds ?? DEFAULT_LIFETIME_SECONDS),
    ...Object.fromEntries(Object.entries(overrides?.claimsToAddOrOverride ?? {}).filter(([name]) => isFree(name))),
  }
  const suppressed = new Set(overrides?.claimsToSuppress?.filter(isFree))
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !suppressed.has(name)))
}

function accessTokenClaims(subject: TokenSubject): JWTPayload {
  const { caller, user, session } = subject
  return {
    ...sharedClaims(subject),
    ...(session.deviceKey !== undefined && { device_key: session.deviceKey }),
    client_id: caller.client.id,
    username: user.username,
    token_use: 'access',
    scope: ACCESS_SCOPE,
    exp: seconds(subject.nowMs) + accessTokenSeconds(caller),
  }
}

function isFree(claim: string): boolean {
  return !RESERVED_CLAIMS.has(claim)
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

function accessTokenSeconds({ client }: Caller): number {
  return client.accessTokenSeconds ?? DEFAULT_LIFETIME_SECONDS
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}

// Verification

/** Whose token it claims to be: nothing is verified yet. */
function findIssuer(pools: PoolRegistry, accessToken: string): { pool: Pool; clientId: string } {
  const claims = decodeClaims(accessToken)
  const pool = pools.find(claims.iss?.split('/').at(-1) ?? '')
  if (!pool || claims.iss !== issuerOf(pool) || claims['token_use'] !== 'access') throw invalidAccessToken()
  return { pool, clientId: String(claims['client_id']) }
}

function decodeClaims(accessToken: string): JWTPayload {
  try {
    return decodeJwt(accessToken)
  } catch {
    throw invalidAccessToken()
  }
}

async function verifyClaims(accessToken: string, publicKey: KeyObject, nowMs: number): Promise<JWTPayload> {
  try {
    const options = { algorithms: ['RS256'], currentDate: new Date(nowMs) }
    return (await jwtVerify(accessToken, publicKey, options)).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired')
    throw notAuthorized('Could not verify signature for Access Token')
  }
}

function invalidAccessToken(): ServiceError {
  return notAuthorized('Invalid Access Token')
}

// Keys

/** The RSA key of a pool. */
type SigningKey = { kid: string; privateKey: KeyObject; publicKey: KeyObject; publicJwk: JWK }

function openSigningKeys(database: Database): (pool: Pool) => Promise<SigningKey> {
  const kept = database.collection<JWK>('signing-key')
  const opened = new Map<string, Promise<SigningKey>>()

  const open = async (poolId: string): Promise<SigningKey> => {
    const privateJwk = kept.get(poolId, 'rsa') ?? (await generateJwk())
    kept.put(poolId, 'rsa', privateJwk)
    return toSigningKey(privateJwk)
  }
  return ({ id }) => {
    const key = opened.get(id) ?? open(id)
    opened.set(id, key)
    return key
  }
}

async function generateJwk(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_LENGTH_BITS })
  return exportJWK(privateKey)
}

async function toSigningKey(privateJwk: JWK): Promise<SigningKey> {
  const { kty, n, e } = privateJwk
  const kid = await calculateJwkThumbprint(privateJwk)
  const publicJwk = { alg: 'RS256', e, kid, kty, n, use: 'sig' } as JWK
  const privateKey = createPrivateKey({ key: { ...privateJwk }, format: 'jwk' })
  return { kid, privateKey, publicKey: createPublicKey(privateKey), publicJwk }
}

function sign(claims: JWTPayload, { kid, privateKey }: SigningKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ kid, alg: 'RS256' }).sign(privateKey)
}
