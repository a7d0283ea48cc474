import { decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'

import { issuerOf, type Caller, type Pool } from '../pools.ts'
import { notAuthorized, userNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { User } from '../users/user.ts'
import type { AuthSession } from './auth-sessions.ts'

/** Who an access token belongs to. */
export type SignedInUser = { caller: Caller; user: User; session: AuthSession }

/**
 * Verifies an access token of any of the emulator's pools and that its session was not revoked.
 *
 * @throws {ServiceError} NotAuthorizedException, or UserNotFoundException for a user deleted since.
 */
export async function verifyAccessToken(services: Services, accessToken: string): Promise<SignedInUser> {
  const { pool, clientId } = findIssuer(services, accessToken)
  const claims = await verifyClaims(services, pool, accessToken)
  const client = pool.clients.get(clientId)
  const session = services.authSessions.find(pool, String(claims['origin_jti']))
  const user = services.users.find(pool, String(claims['username']))
  if (!user) throw userNotFound()
  if (!session || !client) throw notAuthorized('Access Token has been revoked')
  if (!user.isEnabled) throw notAuthorized('User is disabled.')
  return { caller: { pool, client }, user, session }
}

function findIssuer({ pools }: Services, accessToken: string): { pool: Pool; clientId: string } {
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

async function verifyClaims(services: Services, pool: Pool, accessToken: string): Promise<JWTPayload> {
  const { publicKey } = await services.signingKeys.of(pool.id)
  const currentDate = new Date(services.clock.nowMs())
  try {
    return (await jwtVerify(accessToken, publicKey, { algorithms: ['RS256'], currentDate })).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw notAuthorized('Access Token has expired')
    throw notAuthorized('Could not verify signature for Access Token')
  }
}

function invalidAccessToken(): Error {
  return notAuthorized('Invalid Access Token')
}
