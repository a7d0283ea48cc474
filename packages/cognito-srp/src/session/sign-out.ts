import type { CognitoClient } from '../client.ts'
import { callService, throwIfAborted, type CallOptions } from '../service/transport.ts'
import { listUsernames, readLastAuthUser, storedUsernames } from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { requestTokens } from './refresh.ts'
import { isSessionValid } from './session.ts'
import {
  ignoreSessionError,
  inStorageTurn,
  readStoredSession,
  removeSession,
  requireRefreshToken,
  type StoredSession,
} from './stored-session.ts'

/** Options of {@link signOut}. */
export type SignOutOptions = CallOptions & {
  /**
   * `local` (default) forgets the tokens here; `revoke` also revokes the refresh token and what came from it; `global`
   * also ends the user's sessions on all devices.
   */
  scope?: 'local' | 'revoke' | 'global' | undefined
}

/**
 * Signs out. Tokens and user data are removed here first and whatever happens afterwards; what makes this a remembered
 * device stays. Without a signed-in user nothing happens. A signal ends only what the service is asked.
 *
 * @throws {@link StorageError} when the storage throws. With `revoke` or `global` also, the local sign-out being done:
 *   {@link ServiceError} when the service refuses; {@link NetworkError}; {@link TimeoutError}; with `global`
 *   {@link SessionError} when the tokens have ended and cannot be renewed, {@link ChallengeError} when their renewal is
 *   answered by a question for the password, and {@link ConfigurationError} where it needs a client secret and there is
 *   no `crypto.subtle`. With any scope the reason of `signal`.
 * @example
 * await signOut(client, { scope: 'revoke' })
 */
export async function signOut(client: CognitoClient, { scope = 'local', signal }: SignOutOptions = {}): Promise<void> {
  const stored = await forgetSession(client)
  throwIfAborted(signal)
  if (scope === 'local' || !stored) return
  if (scope === 'revoke') {
    if (stored.refreshToken) await requestRevocation(client, stored.refreshToken, { signal })
    return
  }
  const AccessToken = await usableAccessToken(client, stored, { signal })
  await callService(client, 'GlobalSignOut', { AccessToken }, { signal, mayBeEmpty: true })
}

/**
 * Removes tokens and user data of the signed-in user and tells the listeners, whatever fails on the way.
 *
 * @param find whom instead, by the name that the items are stored under
 * @returns what was stored; undefined when nobody was signed in or too little was stored to tell the service
 * @throws {@link StorageError} when the storage throws or something is left, after all of it was tried.
 */
export function forgetSession(
  client: CognitoClient,
  find: (client: CognitoClient) => Promise<string | null | undefined> = readLastAuthUser,
): Promise<StoredSession | undefined> {
  return inStorageTurn(client, async () => {
    const storedUsername = await find(client).catch(async (error: unknown) => {
      // Whom the storage names cannot be told, of two cookies that differ for example: then everybody goes.
      client.state.generation += 1
      for (const name of await storedUsernames(client)) {
        await removeSession(client, name).catch(() => undefined)
        emit(client, { type: 'signedOut', username: name, reason: 'requested' })
      }
      throw error
    })
    if (!storedUsername) return undefined
    client.state.generation += 1
    const reading = readStoredSession(client, storedUsername).catch(ignoreSessionError)
    const stored = await reading.catch(() => undefined)
    try {
      await removeSession(client, storedUsername)
      if (client.accounts === 'many') await listUsernames(client, await storedUsernames(client, storedUsername))
    } finally {
      emit(client, { type: 'signedOut', username: stored?.username ?? storedUsername, reason: 'requested' })
    }
    return reading
  })
}

/** Revokes a refresh token. @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError} */
export async function requestRevocation(
  client: CognitoClient,
  refreshToken: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const { clientId, clientSecret } = client
  const payload = { Token: refreshToken, ClientId: clientId, ClientSecret: clientSecret }
  await callService(client, 'RevokeToken', payload, { signal, mayBeEmpty: true })
}

/** An access token that the service accepts; an ended one is renewed, without being stored. */
async function usableAccessToken(client: CognitoClient, stored: StoredSession, options: CallOptions): Promise<string> {
  const { session } = stored
  if (session && isSessionValid(session, client.now())) return session.accessToken.jwt
  return (await requestTokens(client, stored, requireRefreshToken(stored), options)).accessToken.jwt
}
