import type { Caller } from '../pools/pools.ts'
import { checkSecretHash } from '../pools/secrets.ts'
import { notAuthorized, userNotFound } from '../service-error.ts'
import type { AuthSession } from '../tokens/auth-sessions.ts'
import type { IssuedTokens } from '../tokens/tokens.ts'
import type { User } from '../users/user.ts'
import { requireParameter, type AuthAnswer, type SignInServices } from './sign-in.ts'

type RefreshServices = Pick<SignInServices, 'users' | 'authSessions' | 'tokens'>

/** InitiateAuth with REFRESH_TOKEN_AUTH. Returns new tokens, but never a new refresh token. */
export async function refreshWithAuthFlow(
  services: RefreshServices,
  caller: Caller,
  parameters: Record<string, string>,
): Promise<AuthAnswer> {
  const refreshToken = requireParameter(parameters, 'REFRESH_TOKEN')
  const session = services.authSessions.verifyRefreshToken(caller.pool, caller.client, refreshToken)
  checkSecretHash(caller.client, [session.username], parameters['SECRET_HASH'])
  const tokens = await signForSession(services, caller, session, parameters['DEVICE_KEY'])
  return { ChallengeParameters: {}, AuthenticationResult: tokens }
}

type RefreshRequest = {
  refreshToken: string
  deviceKey?: string | undefined
  clientMetadata?: Record<string, string> | undefined
}

/** GetTokensFromRefreshToken. Returns new tokens, and a new refresh token if the client rotates refresh tokens. */
export async function exchangeRefreshToken(
  services: RefreshServices,
  caller: Caller,
  { refreshToken, deviceKey, clientMetadata }: RefreshRequest,
): Promise<IssuedTokens> {
  const { authSessions } = services
  const { pool, client } = caller
  const tokens = await signForSession(
    services,
    caller,
    authSessions.verifyRefreshToken(pool, client, refreshToken),
    deviceKey,
    clientMetadata,
  )
  if (!client.refreshTokenRotation) return tokens
  // Read the session again, because another request may have used the token while these tokens were signed.
  const session = authSessions.verifyRefreshToken(pool, client, refreshToken)
  return { ...tokens, RefreshToken: authSessions.rotate(pool, client, session, refreshToken) }
}

async function signForSession(
  services: RefreshServices,
  caller: Caller,
  session: AuthSession,
  deviceKey: string | undefined,
  clientMetadata?: Record<string, string>,
): Promise<IssuedTokens> {
  const user = services.users.find(caller.pool, session.username)
  if (!user) throw userNotFound()
  if (user.sub !== session.sub) throw notAuthorized('Refresh Token has been revoked')
  if (!user.isEnabled) throw notAuthorized('User is disabled.')
  checkDevice(user, session, deviceKey)
  return services.tokens.issue({
    caller,
    user,
    session,
    triggerSource: 'TokenGeneration_RefreshTokens',
    clientMetadata,
  })
}

function checkDevice({ devices }: User, session: AuthSession, deviceKey: string | undefined): void {
  const device = devices.find(({ key }) => key === session.deviceKey)
  if (deviceKey !== undefined && deviceKey !== session.deviceKey) throw notAuthorized('Invalid Refresh Token.')
  if (device?.isRemembered && deviceKey === undefined) throw notAuthorized('Invalid Refresh Token.')
}
