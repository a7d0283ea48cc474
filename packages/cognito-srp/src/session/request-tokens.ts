import type { CognitoClient } from '../client.ts'
import type { CallOptions } from '../service/signal.ts'
import { callService, commandService } from '../service/transport.ts'
import type { AuthAnswer } from '../service/wire.ts'
import { itemKey, readItem } from '../storage/items.ts'
import { initiateAuth } from './initiate-auth.ts'
import { openSession } from './open-session.ts'
import type { Session } from './session.ts'
import type { StoredSession } from './stored-session.ts'

/**
 * Asks the service for new tokens, once. Stores nothing.
 *
 * @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError}; {@link SessionError} when the answer lacks a
 *   token.
 */
export async function requestTokens(
  client: CognitoClient,
  { storedUsername, username }: StoredSession,
  refreshToken: string,
): Promise<Session> {
  const deviceKey = (await readItem(client, itemKey(client, storedUsername, 'deviceKey'))) ?? undefined
  const answer =
    client.refreshFlow === 'REFRESH_TOKEN_AUTH'
      ? await initiateAuth(client, username, {
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: refreshToken, DEVICE_KEY: deviceKey },
        })
      : await callService<AuthAnswer>(client, 'GetTokensFromRefreshToken', {
          ClientId: client.clientId,
          ClientSecret: client.clientSecret,
          RefreshToken: refreshToken,
          DeviceKey: deviceKey,
        })
  return openSession(answer.AuthenticationResult ?? {}, client.now(), { username, refreshToken })
}

/** Revokes a refresh token. @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError} */
export function requestRevocation(client: CognitoClient, refreshToken: string, options?: CallOptions): Promise<void> {
  const { clientId, clientSecret } = client
  const payload = { Token: refreshToken, ClientId: clientId, ClientSecret: clientSecret }
  return commandService(client, 'RevokeToken', payload, options)
}
