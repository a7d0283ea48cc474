import type { CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { authenticatedSession } from '../session/get-session.ts'
import { forgetSession, requestRevocation } from '../session/sign-out.ts'
import { commandSignedIn } from './call.ts'

/**
 * Ends the sessions of the signed-in user on all devices, and the one here (GlobalSignOut). `signOut` with the scope
 * `global` does the same but signs out here first, whatever the service says.
 *
 * @throws {@link SessionError} 'User is not authenticated'; {@link ServiceError}, {@link NetworkError},
 *   {@link TimeoutError}: the session here stays.
 */
export async function globalSignOut(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  await commandSignedIn(client, 'GlobalSignOut', {}, options)
  await forgetSession(client)
}

/**
 * Revokes a refresh token and every access token that came from it (RevokeToken). The stored tokens stay; to end the
 * session here as well, use `signOut` with the scope `revoke`.
 *
 * @param input `token`: the refresh token; default the stored one
 * @throws as {@link globalSignOut}
 */
export async function revokeToken(
  client: CognitoClient,
  input: CallOptions & { token?: string | undefined } = {},
): Promise<void> {
  const token = input.token ?? (await authenticatedSession(client, input)).refreshToken
  if (!token) throw new SessionError('The session has no refresh token to revoke: pass `token`.')
  await requestRevocation(client, token, input)
}
