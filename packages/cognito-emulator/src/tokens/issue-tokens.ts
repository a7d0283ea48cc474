import { SignJWT, type JWTPayload } from 'jose'

import type { Caller } from '../pools.ts'
import type { Services } from '../services.ts'
import { runTrigger } from '../run-trigger.ts'
import type { User } from '../users/user.ts'
import type { AuthSession } from './auth-sessions.ts'
import { accessTokenClaims, accessTokenSeconds, idTokenClaims, type TokenSubject } from './claims.ts'
import type { SigningKey } from './signing-keys.ts'

/** The tokens of an answer, in the service's field names. */
export type Tokens = {
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
}

/** Signs an id token and an access token for a session. */
export async function signTokens(services: Services, request: TokenRequest): Promise<Tokens> {
  const { caller, user, session, triggerSource } = request
  const response = await runTrigger(caller, 'preTokenGeneration', {
    triggerSource,
    user,
    request: { groupConfiguration: { groupsToOverride: user.groups } },
    response: {},
  })
  const overrides = response.claimsOverrideDetails
  const subject: TokenSubject = {
    caller,
    user,
    session,
    nowMs: services.clock.nowMs(),
    ...(overrides && { overrides }),
  }
  const key = await services.signingKeys.of(caller.pool.id)
  const [IdToken, AccessToken] = await Promise.all([
    sign(idTokenClaims(subject), key),
    sign(accessTokenClaims(subject), key),
  ])
  return { AccessToken, IdToken, ExpiresIn: accessTokenSeconds(caller), TokenType: 'Bearer' }
}

function sign(claims: JWTPayload, { kid, privateKey }: SigningKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ kid, alg: 'RS256' }).sign(privateKey)
}
