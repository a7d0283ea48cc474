import { requireClient, type CognitoClient } from '../client.ts'
import { inOperation, SessionError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { requestRevocation } from '../session/sign-out.ts'
import { endSession } from './call.ts'

/**
 * Ends the sessions of the signed-in user on all devices, including this one (GlobalSignOut). If the request fails, the local
 * session stays. `signOut` with the scope `global` ends the local session first, even if the request fails.
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await globalSignOut(client)
 */
export async function globalSignOut(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  await endSession(client, 'GlobalSignOut', options)
}

/**
 * Revokes a refresh token and the access tokens that were issued with it (RevokeToken). The stored tokens stay. To end the local
 * session too, use `signOut` with the scope `revoke`.
 *
 * @param input `token`: the refresh token to revoke; the default is the stored refresh token
 * @throws SessionError 'User is not authenticated', or when `token` is omitted and the session has no refresh token;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await revokeToken(client)
 */
export async function revokeToken(
  client: CognitoClient,
  input: CallOptions & { token?: string | undefined } = {},
): Promise<void> {
  await inOperation('RevokeToken', async () => {
    requireClient(client)
    const session = input.token ? undefined : await authenticatedSession(client, input)
    const refreshToken = input.token ?? session?.refreshToken
    if (!refreshToken) {
      throw new SessionError('The session has no refresh token to revoke. Pass `token`.', { reason: 'ended' })
    }
    await requestRevocation(client, { refreshToken, accessToken: session?.accessToken.jwt }, input)
  })
}
