import type { Caller } from '../pools/pools.ts'
import { checkClientSecret } from '../pools/secrets.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { startAuth } from '../sign-in/initiate-auth.ts'
import { exchangeRefreshToken } from '../sign-in/refresh.ts'
import { respondToChallenge } from '../sign-in/respond-to-challenge.ts'
import type { SignInServices } from '../sign-in/sign-in.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import { callerIn, namedUser } from './callers.ts'
import type { Input, Operations, Output } from './operation.ts'

type AuthServices = SignInServices & Pick<Services, 'pools'>

const FLOW_SYNONYMS: Record<string, string> = {
  REFRESH_TOKEN: 'REFRESH_TOKEN_AUTH',
  ADMIN_NO_SRP_AUTH: 'ADMIN_USER_PASSWORD_AUTH',
}

/** Operations that sign users in, refresh tokens and sign users out. */
export const authOperations: Operations = {
  InitiateAuth: clientInitiateAuth,
  AdminInitiateAuth: adminInitiateAuth,
  RespondToAuthChallenge: (services, input) =>
    respondToAuthChallenge(services, services.pools.callerOf(input.ClientId), input),
  AdminRespondToAuthChallenge: (services, input) => respondToAuthChallenge(services, callerIn(services, input), input),
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
}

/** @throws {ServiceError} InvalidParameterException for a flow that requires AWS credentials. */
function clientInitiateAuth(services: AuthServices, input: Input<'InitiateAuth'>): Promise<Output<'InitiateAuth'>> {
  const caller = services.pools.callerOf(input.ClientId)
  if (input.AuthFlow.startsWith('ADMIN_')) throw notSupportedHere()
  return initiateAuth(services, caller, input)
}

/** @throws {ServiceError} InvalidParameterException for USER_PASSWORD_AUTH, which only InitiateAuth supports. */
function adminInitiateAuth(
  services: AuthServices,
  input: Input<'AdminInitiateAuth'>,
): Promise<Output<'AdminInitiateAuth'>> {
  const caller = callerIn(services, input)
  if (input.AuthFlow === 'USER_PASSWORD_AUTH') throw notSupportedHere()
  return initiateAuth(services, caller, input)
}

function notSupportedHere(): ServiceError {
  return invalidParameter('Initiate Auth method not supported.')
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

/** Ends the session of a refresh token. An unknown token counts as already revoked (RFC 7009 §2.2). */
function revokeToken(
  { pools, authSessions }: Pick<Services, 'pools' | 'authSessions'>,
  { ClientId, ClientSecret, Token }: Input<'RevokeToken'>,
): Output<'RevokeToken'> {
  const { pool, client } = pools.callerOf(ClientId)
  checkClientSecret(client, ClientSecret, unauthorized)
  if (client.revocation === false) {
    throw new ServiceError('UnsupportedOperationException', 'Token revocation is not enabled for this client.')
  }
  if (Token.split('.').length !== 2) {
    throw new ServiceError('UnsupportedTokenTypeException', 'Unsupported token type')
  }
  const session = authSessions.findByRefreshToken(pool, Token)
  if (!session) return {}
  if (session.clientId !== client.id) {
    throw unauthorized('Token was not issued to this client')
  }
  authSessions.revoke(pool, session.originJti)
  return {}
}

/** Returns an error for RevokeToken, which throws UnauthorizedException instead of NotAuthorizedException. */
const unauthorized = (message: string): ServiceError => new ServiceError('UnauthorizedException', message)

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
