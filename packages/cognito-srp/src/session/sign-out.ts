import { assertChoice, requireClient, type CognitoClient } from '../client.ts'
import { buildRevocation, PLACEHOLDER_TOKEN, type TokenPair } from '../service/token-requests.ts'
import { callService, throwIfAborted, type CallOptions, type Fetch } from '../service/transport.ts'
import { listUsernames, readLastAuthUser, storedUsernames } from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { requestTokens } from './refresh.ts'
import { isSessionValid } from './session.ts'
import { startGeneration } from './state.ts'
import {
  ignoreSessionError,
  inStorageQueue,
  readStoredSession,
  removeSession,
  type StoredSession,
} from './stored-session.ts'

/** Options of {@link signOut}. */
export type SignOutOptions = CallOptions & {
  /**
   * `local` (default) removes the tokens from this device. `revoke` also revokes the refresh token and its access tokens.
   * `global` also ends the user's sessions on all devices.
   */
  scope?: 'local' | 'revoke' | 'global' | undefined
}

/**
 * Signs out. Tokens and user data are removed from the storage first, even if a later step fails. The keys of a remembered device
 * stay. If no user is signed in, nothing is removed. A signal aborts only the requests to the service.
 *
 * If a server keeps the session (`@cognito-srp/client/server`), any scope also ends the session there. If the server cannot be
 * reached, `signOut` rejects, and the next call tries again even though no user is signed in.
 *
 * @throws ConfigurationError when the first argument is not a client or the scope is unknown, before any other step;
 *   StorageError when the storage throws or does not remove an item. With `revoke` or `global`, or if a server keeps the
 *   session, also AnyCognitoError after the local sign-out; the reason of `signal`.
 * @example
 * await signOut(client, { scope: 'revoke' })
 */
export async function signOut(client: CognitoClient, options: SignOutOptions = {}): Promise<void> {
  requireClient(client)
  const { scope, signal } = options
  const { state } = client
  assertChoice(options, 'scope', ['local', 'revoke', 'global'])
  try {
    const stored = await forgetSession(client)
    throwIfAborted(signal)
    if (scope === 'global' && stored) {
      await endEverywhere(client, stored, options)
      state.serverSession = undefined
    } else if (scope === 'revoke' && stored && !state.serverSession) {
      await revokeStored(client, stored, options)
    }
  } finally {
    if (state.serverSession) await revokeStored(client, state.serverSession, options)
    state.serverSession = undefined
  }
}

/**
 * Removes tokens and user data of the signed-in user and sends the event, even if a step fails.
 *
 * @param find returns another user to sign out, by the name under which the items are stored
 * @returns the stored session; undefined if no user was signed in or the stored items are not enough for a request
 * @throws StorageError when the storage throws or an item remains, after trying to remove every item.
 */
export function forgetSession(
  client: CognitoClient,
  find: (client: CognitoClient) => Promise<string | null | undefined> = readLastAuthUser,
): Promise<StoredSession | undefined> {
  return inStorageQueue(client, async () => {
    const storedUsername = await find(client).catch(async (error: unknown) => {
      // If the storage does not show which user is signed in, for example because of two different cookies, all users are signed
      // out.
      startGeneration(client)
      for (const name of await storedUsernames(client)) {
        await removeSession(client, name).catch(() => undefined)
        emit(client, { type: 'signedOut', username: name, reason: 'requested' })
      }
      throw error
    })
    if (!storedUsername) return undefined
    startGeneration(client)
    const reading = readStoredSession(client, storedUsername).catch(ignoreSessionError)
    const stored = await reading.catch(() => undefined)
    if (stored) client.state.serverSession = stored.refreshToken === PLACEHOLDER_TOKEN ? stored : undefined
    try {
      await removeSession(client, storedUsername)
      if (client.accounts === 'many') await listUsernames(client, await storedUsernames(client, storedUsername))
    } finally {
      emit(client, { type: 'signedOut', username: stored?.username ?? storedUsername, reason: 'requested' })
    }
    return reading
  })
}

/** Revokes a refresh token. @throws AnyCognitoError; the reason of `signal`. */
export async function requestRevocation(
  client: CognitoClient,
  tokens: TokenPair,
  { signal }: CallOptions = {},
): Promise<void> {
  const { operation, payload } = buildRevocation(client, tokens)
  const outliving: Fetch = (url, request) => client.fetch(url, { ...request, keepalive: true })
  // Users often leave the page immediately after signing out.
  const service = typeof document === 'undefined' ? client : { ...client, fetch: outliving }
  await callService(service, operation, payload, { signal, mayBeEmpty: true })
}

async function revokeStored(
  client: CognitoClient,
  { refreshToken, session }: StoredSession,
  options: CallOptions,
): Promise<void> {
  if (refreshToken) await requestRevocation(client, { refreshToken, accessToken: session?.accessToken.jwt }, options)
}

/** Ends the user's sessions on all devices. Renews an expired access token for this request without storing the new one. */
async function endEverywhere(client: CognitoClient, stored: StoredSession, { signal }: CallOptions): Promise<void> {
  const { session } = stored
  const isUsable = session && isSessionValid(session, client.now())
  const { accessToken } = isUsable ? session : await requestTokens(client, stored, { signal })
  await callService(client, 'GlobalSignOut', { AccessToken: accessToken.jwt }, { signal, mayBeEmpty: true })
}
