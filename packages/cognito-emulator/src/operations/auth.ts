import { z } from 'zod'

import type { Caller } from '../pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { startAuth } from '../sign-in/initiate-auth.ts'
import { exchangeRefreshToken } from '../sign-in/refresh.ts'
import { respondToChallenge } from '../sign-in/respond-to-challenge.ts'
import { checkClientSecret } from '../sign-in/secret-hash.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import { administratorOperation, operation, type Operations } from './operation.ts'
import { signedInMembers, text, textMap } from './shapes.ts'

const CLIENT_FLOWS = [
  'USER_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'CUSTOM_AUTH',
  'USER_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
]
const ADMINISTRATOR_FLOWS = [...CLIENT_FLOWS, 'ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH']
const FLOW_SYNONYMS: Record<string, string> = {
  REFRESH_TOKEN: 'REFRESH_TOKEN_AUTH',
  ADMIN_NO_SRP_AUTH: 'ADMIN_USER_PASSWORD_AUTH',
}

const authMembers = {
  ClientId: text.clientId,
  AuthParameters: textMap.default({}),
  ClientMetadata: textMap.optional(),
}

const answerMembers = {
  ClientId: text.clientId,
  ChallengeName: z.string(),
  Session: text.session.optional(),
  ChallengeResponses: textMap.default({}),
  ClientMetadata: textMap.optional(),
}

/** Signing in, staying signed in, signing out. */
export const authOperations: Operations = {
  InitiateAuth: operation(z.object({ ...authMembers, AuthFlow: z.enum(CLIENT_FLOWS) }), (services, input) =>
    startAuth(services, {
      caller: services.pools.callerOf(input.ClientId),
      flow: FLOW_SYNONYMS[input.AuthFlow] ?? input.AuthFlow,
      parameters: input.AuthParameters,
      clientMetadata: input.ClientMetadata,
    }),
  ),

  AdminInitiateAuth: administratorOperation(
    z.object({ ...authMembers, AuthFlow: z.enum(ADMINISTRATOR_FLOWS), UserPoolId: text.userPoolId }),
    (services, input) =>
      startAuth(services, {
        caller: callerIn(services, input.UserPoolId, input.ClientId),
        flow: FLOW_SYNONYMS[input.AuthFlow] ?? input.AuthFlow,
        parameters: input.AuthParameters,
        clientMetadata: input.ClientMetadata,
      }),
  ),

  RespondToAuthChallenge: operation(z.object(answerMembers), (services, input) =>
    respondToChallenge(services, {
      caller: services.pools.callerOf(input.ClientId),
      challengeName: input.ChallengeName,
      session: input.Session,
      responses: input.ChallengeResponses,
      clientMetadata: input.ClientMetadata,
    }),
  ),

  AdminRespondToAuthChallenge: administratorOperation(
    z.object({ ...answerMembers, UserPoolId: text.userPoolId }),
    (services, input) =>
      respondToChallenge(services, {
        caller: callerIn(services, input.UserPoolId, input.ClientId),
        challengeName: input.ChallengeName,
        session: input.Session,
        responses: input.ChallengeResponses,
        clientMetadata: input.ClientMetadata,
      }),
  ),

  GetTokensFromRefreshToken: operation(
    z.object({
      ClientId: text.clientId,
      RefreshToken: text.refreshToken,
      ClientSecret: z.string().optional(),
      DeviceKey: text.deviceKey.optional(),
    }),
    async (services, input) => {
      const caller = services.pools.callerOf(input.ClientId)
      checkClientSecret(caller.client, input.ClientSecret)
      const request = { refreshToken: input.RefreshToken, deviceKey: input.DeviceKey }
      return { AuthenticationResult: await exchangeRefreshToken(services, caller, request) }
    },
  ),

  RevokeToken: operation(
    z.object({ ClientId: text.clientId, Token: text.refreshToken, ClientSecret: z.string().optional() }),
    (services, input) => {
      const caller = services.pools.callerOf(input.ClientId)
      checkClientSecret(caller.client, input.ClientSecret)
      return revokeToken(services, caller, input.Token)
    },
  ),

  GlobalSignOut: operation(z.object(signedInMembers), async (services, { AccessToken }) => {
    const { caller, user } = await verifyAccessToken(services, AccessToken)
    services.authSessions.revokeAll(caller.pool, user.username)
    return {}
  }),
}

function callerIn({ pools }: Services, poolId: string, clientId: string): Caller {
  const pool = pools.get(poolId)
  const caller = pools.callerOf(clientId)
  if (caller.pool !== pool) throw invalidParameter(`User pool client ${clientId} is not of user pool ${poolId}.`)
  return caller
}

/** Ends the session of a refresh token; one that is already revoked is as good as revoked (RFC 7009 §2.2). */
function revokeToken({ authSessions }: Services, { pool, client }: Caller, token: string): object {
  const parts = token.split('.')
  if (parts.length !== 2) throw new ServiceError('UnsupportedTokenTypeException', 'Unsupported token type')
  const session = authSessions.findByRefreshToken(pool, token)
  if (!session) return {}
  if (session.clientId !== client.id)
    throw new ServiceError('UnauthorizedException', 'Token was not issued to this client')
  authSessions.revoke(pool, session.originJti)
  return {}
}
