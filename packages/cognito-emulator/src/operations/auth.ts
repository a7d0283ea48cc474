import { z } from 'zod'

import type { Caller } from '../pools.ts'
import { checkClientSecret } from '../secrets.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { startAuth } from '../sign-in/initiate-auth.ts'
import { exchangeRefreshToken } from '../sign-in/refresh.ts'
import { respondToChallenge } from '../sign-in/respond-to-challenge.ts'
import type { SignInServices } from '../sign-in/sign-in.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import { callerIn, namedUser } from './callers.ts'
import { anyName, parameters, signedInMembers, text, textMap, userMembers } from './members.ts'
import type { Input, Operations, Output } from './operation.ts'

type AuthServices = SignInServices & Pick<Services, 'pools'>

const CLIENT_FLOWS = [
  'USER_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'CUSTOM_AUTH',
  'USER_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
] as const
const ADMINISTRATOR_FLOWS = [...CLIENT_FLOWS, 'ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH'] as const
const FLOW_SYNONYMS: Record<string, string> = {
  REFRESH_TOKEN: 'REFRESH_TOKEN_AUTH',
  ADMIN_NO_SRP_AUTH: 'ADMIN_USER_PASSWORD_AUTH',
}

const authMembers = {
  ClientId: text.clientId,
  AuthParameters: parameters.optional(),
  ClientMetadata: textMap.optional(),
  Session: text.session.optional(),
}
const answerMembers = {
  ClientId: text.clientId,
  ChallengeName: anyName<Input<'RespondToAuthChallenge'>['ChallengeName']>(),
  Session: text.session.optional(),
  ChallengeResponses: parameters.optional(),
  ClientMetadata: textMap.optional(),
}

/** Signing in, staying signed in, signing out. */
export const authOperations: Operations = {
  InitiateAuth: {
    access: 'anyone',
    members: { ...authMembers, AuthFlow: z.enum(CLIENT_FLOWS) },
    answer: (services, input) => initiateAuth(services, services.pools.callerOf(input.ClientId), input),
  },
  AdminInitiateAuth: {
    access: 'administrator',
    members: { ...authMembers, AuthFlow: z.enum(ADMINISTRATOR_FLOWS), UserPoolId: text.userPoolId },
    answer: (services, input) => initiateAuth(services, callerIn(services, input), input),
  },
  RespondToAuthChallenge: {
    access: 'anyone',
    members: answerMembers,
    answer: (services, input) => respondToAuthChallenge(services, services.pools.callerOf(input.ClientId), input),
  },
  AdminRespondToAuthChallenge: {
    access: 'administrator',
    members: { ...answerMembers, UserPoolId: text.userPoolId },
    answer: (services, input) => respondToAuthChallenge(services, callerIn(services, input), input),
  },
  GetTokensFromRefreshToken: {
    access: 'anyone',
    members: {
      ClientId: text.clientId,
      RefreshToken: text.refreshToken,
      ClientSecret: text.clientSecret.optional(),
      DeviceKey: text.deviceKey.optional(),
      ClientMetadata: textMap.optional(),
    },
    answer: getTokensFromRefreshToken,
  },
  RevokeToken: {
    access: 'anyone',
    members: { ClientId: text.clientId, Token: text.refreshToken, ClientSecret: text.clientSecret.optional() },
    answer: revokeToken,
  },
  GlobalSignOut: { access: 'anyone', members: signedInMembers, answer: globalSignOut },
  AdminUserGlobalSignOut: { access: 'administrator', members: userMembers, answer: adminUserGlobalSignOut },
}

function initiateAuth(
  services: AuthServices,
  caller: Caller,
  { AuthFlow, AuthParameters, ClientMetadata, Session }: Input<'InitiateAuth'>,
): Promise<Output<'InitiateAuth'>> {
  return startAuth(services, {
    caller,
    flow: FLOW_SYNONYMS[AuthFlow] ?? AuthFlow,
    parameters: AuthParameters ?? {},
    session: Session,
    clientMetadata: ClientMetadata,
  })
}

function respondToAuthChallenge(
  services: AuthServices,
  caller: Caller,
  { ChallengeName, Session, ChallengeResponses, ClientMetadata }: Input<'RespondToAuthChallenge'>,
): Promise<Output<'RespondToAuthChallenge'>> {
  return respondToChallenge(services, {
    caller,
    challengeName: ChallengeName,
    session: Session,
    responses: ChallengeResponses ?? {},
    clientMetadata: ClientMetadata,
  })
}

async function getTokensFromRefreshToken(
  { pools, users, authSessions, tokens }: Pick<Services, 'pools' | 'users' | 'authSessions' | 'tokens'>,
  { ClientId, ClientSecret, RefreshToken, DeviceKey, ClientMetadata }: Input<'GetTokensFromRefreshToken'>,
): Promise<Output<'GetTokensFromRefreshToken'>> {
  const caller = pools.callerOf(ClientId)
  checkClientSecret(caller.client, ClientSecret)
  const request = { refreshToken: RefreshToken, deviceKey: DeviceKey, clientMetadata: ClientMetadata }
  return { AuthenticationResult: await exchangeRefreshToken({ users, authSessions, tokens }, caller, request) }
}

/** Ends the session of a refresh token; one that is already revoked is as good as revoked (RFC 7009 §2.2). */
function revokeToken(
  { pools, authSessions }: Pick<Services, 'pools' | 'authSessions'>,
  { ClientId, ClientSecret, Token }: Input<'RevokeToken'>,
): Output<'RevokeToken'> {
  const { pool, client } = pools.callerOf(ClientId)
  checkClientSecret(client, ClientSecret)
  if (Token.split('.').length !== 2) {
    throw new ServiceError('UnsupportedTokenTypeException', 'Unsupported token type')
  }
  const session = authSessions.findByRefreshToken(pool, Token)
  if (!session) return {}
  if (session.clientId !== client.id) {
    throw new ServiceError('UnauthorizedException', 'Token was not issued to this client')
  }
  authSessions.revoke(pool, session.originJti)
  return {}
}

async function globalSignOut(
  services: Pick<Services, 'tokens' | 'users' | 'authSessions'>,
  { AccessToken }: Input<'GlobalSignOut'>,
): Promise<Output<'GlobalSignOut'>> {
  const { caller, user } = await services.tokens.verify(AccessToken)
  services.users.change(caller.pool, user.username, (draft) => endSignIns(services, caller.pool, draft))
  return {}
}

function adminUserGlobalSignOut(
  services: Pick<Services, 'pools' | 'users' | 'authSessions'>,
  input: Input<'AdminUserGlobalSignOut'>,
): Output<'AdminUserGlobalSignOut'> {
  const { pool, user } = namedUser(services, input)
  services.users.change(pool, user.username, (draft) => endSignIns(services, pool, draft))
  return {}
}
