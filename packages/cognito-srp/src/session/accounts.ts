import { requireClient, type CognitoClient } from '../client.ts'
import { ConfigurationError, SessionError } from '../errors.ts'
import { PLACEHOLDER_TOKEN } from '../service/token-requests.ts'
import {
  listUsernames,
  readItem,
  readLastAuthUser,
  storedUsernames,
  writeLastAuthUser,
} from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { isSessionValid, openTokens, type Session, type TokensToAdopt } from './session.ts'
import { startGeneration } from './state.ts'
import { inStorageQueue, missingRefreshToken, readUsername, removeSession, writeSession } from './stored-session.ts'

/**
 * Stores the session of a new sign-in and sends the events. With `accounts: 'one'`, also removes the tokens and user data of all
 * other users found in the storage. If a step fails after the storage has listed its users, removes the new session and any older
 * session of the same user. Another user's session then stays, unless its removal has already begun.
 *
 * @throws StorageError
 */
export function storeSignIn(client: CognitoClient, session: Session): Promise<void> {
  startGeneration(client)
  return inStorageQueue(client, async () => {
    const { username } = session
    const others = await storedUsernames(client, username)
    const isAgain = await isSignedIn(client, username)
    try {
      await writeSession(client, username, session)
      for (const other of others) {
        if (await replace(client, other, username)) others.delete(other)
      }
      if (client.accounts === 'many') await listUsernames(client, others.add(username))
    } catch (error) {
      if (isAgain) emit(client, { type: 'signedOut', username, reason: 'replaced' })
      await removeSession(client, username)
      throw error
    }
    emit(client, { type: 'signedIn', username })
  })
}

/**
 * Ends the session of another user. With `accounts: 'many'`, only removes leftover items and items under an alias.
 *
 * @returns false for a user who stays signed in
 */
async function replace(client: CognitoClient, storedUsername: string, newUsername: string): Promise<boolean> {
  const username = await readUsername(client, storedUsername)
  if (username !== newUsername && (await isSignedIn(client, storedUsername))) {
    if (client.accounts === 'many') return false
    emit(client, { type: 'signedOut', username, reason: 'replaced' })
  }
  await removeSession(client, storedUsername)
  return true
}

/** Whether an id token is stored. The id token is the last token to be written and the first to be removed. */
async function isSignedIn(client: CognitoClient, storedUsername: string): Promise<boolean> {
  return Boolean(await readItem(client, storedUsername, 'idToken'))
}

/**
 * Signs in with tokens from elsewhere, for example from hosted pages, a server or a test. The tokens are checked like tokens
 * from the service and must come from the same sign-in. The signatures are not verified, so pass only tokens from a source that
 * you trust. The age of the tokens is unknown, so this device's clock is assumed to be right, unless it shows a time before the
 * tokens were issued.
 *
 * @throws SessionError when a token is missing, cannot be read or belongs to another user pool or app client, when the tokens
 *   come from different sign-ins or contain no user name, or when they have expired and there is no refresh token; StorageError
 *   when the tokens cannot be stored; ConfigurationError when the first argument is not a client, or when the client's `endpoint`
 *   is a path and the tokens are signed or include a real refresh token. With such an endpoint, signed tokens and refresh tokens
 *   must stay on the server.
 * @example
 * const response = await fetch('/session')
 * const session = await adoptSession(client, await response.json())
 * console.log(`Hello, ${session.username}`)
 */
export async function adoptSession(client: CognitoClient, tokens: TokensToAdopt): Promise<Session> {
  requireClient(client)
  const opened = openTokens(client, tokens)
  assertForPage(client, opened)
  const session = { ...opened, clockDriftSeconds: Math.min(0, opened.clockDriftSeconds) }
  if (!session.refreshToken && !isSessionValid(session, client.now())) throw missingRefreshToken()
  await storeSignIn(client, session)
  return session
}

/**
 * Rejects signed tokens and real refresh tokens in a page whose server keeps the session (`@cognito-srp/client/server`). Such a
 * page gets only unsigned tokens from its server. Signed tokens come from elsewhere, for example a hosted sign-in, and would be
 * stored where scripts can read them.
 */
function assertForPage({ endpoint }: CognitoClient, { idToken, accessToken, refreshToken }: Session): void {
  const isUnsigned = [idToken, accessToken].every(({ jwt }) => jwt.endsWith('.'))
  if (!endpoint.startsWith('/') || (isUnsigned && (refreshToken ?? PLACEHOLDER_TOKEN) === PLACEHOLDER_TOKEN)) return
  throw new ConfigurationError(
    `This page cannot store signed tokens or a refresh token, because the client's endpoint is a path (${endpoint}) ` +
      'and the server keeps the session. Exchange the authorization code on the server and pass the tokens to ' +
      'createSession of @cognito-srp/client/server. If the path only forwards to Cognito, use its absolute URL as ' +
      'endpoint.',
  )
}

/**
 * Returns the names of all users who are signed in, sorted. With `accounts: 'one'` there is at most one name. Sends no request,
 * so the session of a listed user may have ended.
 *
 * @throws ConfigurationError when the first argument is not a client; StorageError when the storage throws.
 * @example
 * const present = await currentUsername(client)
 * for (const name of await listAccounts(client)) console.log(name, name === present ? '(now)' : '')
 */
export async function listAccounts(client: CognitoClient): Promise<string[]> {
  requireClient(client)
  return inStorageQueue(client, async () => [...(await readAccounts(client)).keys()].sort())
}

/**
 * Makes another signed-in user the current user, in all tabs that share the storage, and sends a `signedIn` event. Requires
 * `accounts: 'many'`. After a sign-out there is no current user until the next `switchAccount` or sign-in.
 *
 * @param username a name from {@link listAccounts}
 * @throws SessionError when this user is not signed in; StorageError; ConfigurationError when the first argument is not a client
 *   or the client has `accounts: 'one'`.
 * @example
 * await signOut(client)
 * const [next] = await listAccounts(client)
 * if (next !== undefined) await switchAccount(client, next)
 */
export async function switchAccount(client: CognitoClient, username: string): Promise<void> {
  requireClient(client)
  if (client.accounts !== 'many') throw new ConfigurationError("switchAccount requires a client with accounts: 'many'.")
  await inStorageQueue(client, async () => {
    const storedUsername = await findAccount(client, username)
    if (storedUsername === undefined) throw new SessionError('This user is not signed in.', { reason: 'nobody' })
    if ((await readLastAuthUser(client)) === storedUsername) return
    await writeLastAuthUser(client, storedUsername)
    startGeneration(client)
    emit(client, { type: 'signedIn', username })
  })
}

/**
 * Returns the name under which a signed-in user's items are stored; undefined for other users. Call this function in the {@link
 * inStorageQueue | storage queue}.
 */
export async function findAccount(client: CognitoClient, username: string): Promise<string | undefined> {
  return (await readAccounts(client)).get(username)
}

/** Returns the signed-in users, each with the name under which the items are stored. */
async function readAccounts(client: CognitoClient): Promise<Map<string, string>> {
  const present = await readLastAuthUser(client)
  const accounts = new Map<string, string>()
  for (const storedUsername of await storedUsernames(client)) {
    if (client.accounts === 'one' && storedUsername !== present) continue
    if (await isSignedIn(client, storedUsername)) {
      accounts.set(await readUsername(client, storedUsername), storedUsername)
    }
  }
  return accounts
}
