import { decodeJwt, errors, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'

import type { Clock } from '../controls/clock.ts'
import { issuerOf, type Caller, type Pool, type PoolRegistry } from '../pools/pools.ts'
import { notAuthorized, resetRequired, userNotFound, type ServiceError } from '../service-error.ts'
import type { Database } from '../storage/database.ts'
import type { TokenTriggerSource } from '../triggers/events.ts'
import type { Groups } from '../users/group-directory.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'
import type { AuthSession, AuthSessions } from './auth-sessions.ts'
import { askClaimOverrides, askClientOverrides } from './claim-overrides.ts'
import {
  accessTokenClaims,
  accessTokenSeconds,
  clientTokenClaims,
  idTokenClaims,
  SIGNED_IN_SCOPE,
  type TokenSubject,
} from './claims.ts'
import { openSigningKeys, type SigningKey } from './signing-keys.ts'

/** Tokens of a response, with the service's field names. */
export type IssuedTokens = {
  AccessToken: string
  IdToken: string
  ExpiresIn: number
  TokenType: 'Bearer'
  RefreshToken?: string
}

/** A client's own access token. */
export type ClientToken = Pick<IssuedTokens, 'AccessToken' | 'ExpiresIn' | 'TokenType'>

/** Data for issuing tokens. */
export type TokenRequest = {
  caller: Caller
  user: User
  session: AuthSession
  triggerSource: TokenTriggerSource
  /** Metadata of the request for the trigger. InitiateAuth does not pass metadata when it refreshes tokens. */
  clientMetadata?: Record<string, string> | undefined
  /** Default: the scopes of the session. A session that started without OAuth has the scope of a signed-in user. */
  scopes?: string[] | undefined
  nonce?: string | undefined
}

/** Client, user and session of an access token. */
export type SignedInUser = { caller: Caller; user: User; session: AuthSession }

/** Issues and verifies id and access tokens. */
export type Tokens = {
  /** Signs an id token and an access token for a session. */
  issue(request: TokenRequest): Promise<IssuedTokens>
  /** Signs an access token for a client that acts on its own behalf. `clientMetadata` is passed to the pre-token trigger. */
  issueForClient(caller: Caller, scopes: string[], clientMetadata?: Record<string, string>): Promise<ClientToken>
  /**
   * Verifies an access token of any pool of the emulator, and checks that its session is not revoked.
   *
   * @param scope required scope; default: the scope of the signed-in user's operations
   * @throws {ServiceError} NotAuthorizedException; UserNotFoundException if the user was deleted;
   *   PasswordResetRequiredException if the password was reset.
   */
  verify(accessToken: string, scope?: string): Promise<SignedInUser>
  /** Returns the public keys of a pool's tokens in JWKS format. */
  publicJwks(pool: Pool): Promise<JWK[]>
}

/** Services that are needed to issue and verify tokens. */
export type TokenSources = {
  clock: Clock
  database: Database
  pools: PoolRegistry
  users: UserDirectory
  groups: Groups
  authSessions: AuthSessions
}

export function openTokens({ clock, database, pools, users, groups, authSessions }: TokenSources): Tokens {
  const keys = openSigningKeys(database)

  return {
    async issue(request) {
      const { caller, user, session, nonce, scopes = session.scopes ?? [SIGNED_IN_SCOPE] } = request
      const { pool } = caller
      const overrides = await askClaimOverrides(request, groups.rolesOf(pool, user), scopes)
      const [idKey, accessKey] = await Promise.all([keys.of(pool, 'id'), keys.of(pool, 'access')])
      const subject: TokenSubject = {
        caller,
        user,
        session,
        roles: overrides.roles,
        scopes,
        nonce,
        nowMs: clock.nowMs(),
      }
      const AccessToken = await sign(overrides.accessToken(accessTokenClaims(subject)), accessKey)
      const IdToken = await sign(overrides.idToken(idTokenClaims(subject, AccessToken)), idKey)
      return { AccessToken, IdToken, ExpiresIn: accessTokenSeconds(caller), TokenType: 'Bearer' }
    },
    async issueForClient(caller, scopes, clientMetadata) {
      const override = await askClientOverrides(caller, scopes, clientMetadata)
      const claims = override(clientTokenClaims(caller, scopes, clock.nowMs()))
      const AccessToken = await sign(claims, await keys.of(caller.pool, 'access'))
      return { AccessToken, ExpiresIn: accessTokenSeconds(caller), TokenType: 'Bearer' }
    },
    async verify(accessToken, scope = SIGNED_IN_SCOPE) {
      const claims = readClaims(accessToken)
      const pool = findIssuer(pools, claims)
      const { publicKey } = await keys.of(pool, 'access')
      await checkSignature(accessToken, publicKey, clock.nowMs())
      if (!claims.scope.split(' ').includes(scope)) throw notAuthorized('Access Token does not have required scopes')
      const client = pool.clients.get(claims.client_id)
      const { username, event_id: eventId, origin_jti: originJti } = claims
      const session =
        originJti === undefined ? authSessions.findByEvent(pool, username, eventId) : authSessions.find(pool, originJti)
      const user = users.find(pool, username)
      if (!user) throw userNotFound()
      if (!user.isEnabled) throw notAuthorized('User is disabled.')
      const isLive = session?.sub === user.sub && session.clientId === client?.id
      if (!session || !client || !isLive) throw notAuthorized('Access Token has been revoked')
      if (user.status === 'RESET_REQUIRED') throw resetRequired()
      return { caller: { pool, client }, user, session }
    },
    publicJwks: async (pool) => keys.publicJwks(pool),
  }
}

/** Claims that identify an access token. A client's own token has no user. */
const accessClaims = z.object({
  iss: z.string(),
  token_use: z.literal('access'),
  client_id: z.string(),
  scope: z.string().default(''),
  username: z.string().default(''),
  event_id: z.string().default(''),
  origin_jti: z.string().optional(),
})
type AccessClaims = z.infer<typeof accessClaims>

/**
 * Reads the claims without verifying the token.
 *
 * @throws {ServiceError} NotAuthorizedException if a claim is missing or has the wrong type
 */
function readClaims(accessToken: string): AccessClaims {
  try {
    return accessClaims.parse(decodeJwt(accessToken))
  } catch {
    throw invalidAccessToken()
  }
}

function findIssuer(pools: PoolRegistry, { iss }: AccessClaims): Pool {
  const pool = pools.find(iss.split('/').at(-1) ?? '')
  if (!pool || iss !== issuerOf(pool)) throw invalidAccessToken()
  return pool
}

async function checkSignature(accessToken: string, publicKey: KeyObject, nowMs: number): Promise<void> {
  try {
    const options = { algorithms: ['RS256'], currentDate: new Date(nowMs) }
    await jwtVerify(accessToken, publicKey, options)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired')
    throw notAuthorized('Could not verify signature for Access Token')
  }
}

function invalidAccessToken(): ServiceError {
  return notAuthorized('Invalid Access Token')
}

function sign(claims: JWTPayload, { kid, privateKey }: SigningKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ kid, alg: 'RS256' }).sign(privateKey)
}
