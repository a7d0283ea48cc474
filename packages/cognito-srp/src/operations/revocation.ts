import type { CognitoClient } from '../client.ts'
import { inOperation, SessionError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { requestRevocation } from '../session/sign-out.ts'
import { endSession } from './call.ts'

/**
 * Ends the sessions of the signed-in user on all devices, and the one here (GlobalSignOut). `signOut` with the scope
 * `global` does the same but signs out here first, whatever the service says. When this fails, the session here stays.
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await globalSignOut(client)
 */
export async function globalSignOut(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  await endSession(client, 'GlobalSignOut', options)
}

/**
 * Revokes a refresh token and every access token that came from it (RevokeToken). The stored tokens stay; to end the
 * session here as well, use `signOut` with the scope `revoke`.
 *
 * @param input `token`: the refresh token; default the stored one
 * @throws SessionError 'User is not authenticated' or that the session has no refresh token, when `token` is left out;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await revokeToken(client)
 */
export async function revokeToken(
  client: CognitoClient,
  input: CallOptions & { token?: string | undefined } = {},
): Promise<void> {
  await inOperation('RevokeToken', async () => {
    const session = input.token ? undefined : await authenticatedSession(client, input)
    const refreshToken = input.token ?? session?.refreshToken
    if (!refreshToken) {
      throw new SessionError('The session has no refresh token to revoke: pass `token`.', { reason: 'ended' })
    }
    await requestRevocation(client, { refreshToken, accessToken: session?.accessToken.jwt }, input)
  })
}
