import type { CognitoClient } from '../client.ts'
import { ConfigurationError, SessionError } from '../errors.ts'
import { HELD_BY_SERVER } from '../service/token-requests.ts'
import {
  listUsernames,
  readItem,
  readLastAuthUser,
  storedUsernames,
  writeLastAuthUser,
} from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { belongTogether, foreignTokens, isSessionValid, openSession, type Session } from './session.ts'
import { startGeneration } from './state.ts'
import { inStorageTurn, missingRefreshToken, readUsername, removeSession, writeSession } from './stored-session.ts'

/**
 * Stores the session of a new sign-in and tells the listeners. With `accounts: 'one'` everybody else's tokens and user
 * data are removed, as far as the storage lets us find them. When anything of this fails, nothing of the new session is
 * left, nor of an older one of the same user; another user's stays untouched unless its removal had begun.
 *
 * @throws StorageError
 */
export function storeSignIn(client: CognitoClient, session: Session): Promise<void> {
  startGeneration(client)
  return inStorageTurn(client, async () => {
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
 * Ends the session of another user; with `accounts: 'many'` only what is left of one or stored under an alias.
 *
 * @returns false for one who stays
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

/** Of the tokens the id token is written last and removed first. */
async function isSignedIn(client: CognitoClient, storedUsername: string): Promise<boolean> {
  return Boolean(await readItem(client, storedUsername, 'idToken'))
}

/** Tokens of a sign-in that took place elsewhere, for {@link adoptSession} and for `createSession` of a session handler. */
export type TokensToAdopt = { idToken: string; accessToken: string; refreshToken?: string | undefined }

/**
 * Signs in with tokens that come from elsewhere: a hosted UI, a server, a test. They are checked as those of the service
 * are and must be of one sign-in; their signature is not verified, so take them only from whom you trust. Their age is
 * unknown, so this device's clock is taken to be right, unless it shows a moment before they were issued.
 *
 * @throws SessionError when a token is missing, cannot be read or is not one of this user pool and app client,
 *   the two are not of one sign-in or name no user, or they have ended and there is no refresh token;
 *   StorageError when they cannot be stored; ConfigurationError for tokens with a signature if the client's `endpoint` is
 *   a path, as for a session handler, whose pages must not have signed tokens.
 * @example
 * const response = await fetch('/session')
 * const session = await adoptSession(client, await response.json())
 * console.log(`Hello, ${session.username}`)
 */
export async function adoptSession(client: CognitoClient, tokens: TokensToAdopt): Promise<Session> {
  const { idToken: IdToken, accessToken: AccessToken, refreshToken } = { ...tokens }
  const rest = { username: '', refreshToken: refreshToken || undefined }
  const opened = openSession(client, { IdToken, AccessToken }, rest)
  if (!belongTogether(opened.idToken, opened.accessToken)) {
    throw foreignTokens('The id token and the access token are not of one sign-in.')
  }
  const username = opened.username || opened.idToken.claims['cognito:username']
  if (typeof username !== 'string' || !username) throw foreignTokens('The tokens name no user.')

  assertForPage(client, opened)
  const session = { ...opened, username, clockDriftSeconds: Math.min(0, opened.clockDriftSeconds) }
  if (!session.refreshToken && !isSessionValid(session, client.now())) throw missingRefreshToken()
  await storeSignIn(client, session)
  return session
}

/**
 * A server that holds the session (`@cognito-srp/client/server`) gives a page tokens without signature. Signed tokens in
 * such a page are from a hosted sign-in, and would be stored where scripts can read them.
 */
function assertForPage({ endpoint }: CognitoClient, { idToken, accessToken, refreshToken }: Session): void {
  const isHeld = [idToken, accessToken].every(({ jwt }) => jwt.endsWith('.'))
  if (!endpoint.startsWith('/') || (isHeld && (refreshToken ?? HELD_BY_SERVER) === HELD_BY_SERVER)) return
  throw new ConfigurationError(
    `The server holds the session of a page whose endpoint is a path (${endpoint}): exchange the code on the server and ` +
      'pass the tokens to createSession of @cognito-srp/client/server. If the path only forwards to Cognito, use its ' +
      'absolute URL as endpoint.',
  )
}

/**
 * The user names of those who are signed in here, in the order of their characters. With `accounts: 'one'` that is one
 * name at most. Makes no request; a session may have ended.
 *
 * @throws StorageError
 * @example
 * const present = await currentUsername(client)
 * for (const name of await listAccounts(client)) console.log(name, name === present ? '(now)' : '')
 */
export function listAccounts(client: CognitoClient): Promise<string[]> {
  return inStorageTurn(client, async () => [...(await readAccounts(client)).keys()].sort())
}

/**
 * Makes another of those who are signed in here the one whose session is used, in all tabs that share the storage;
 * listeners hear `signedIn` with the name. Needs `accounts: 'many'`. After a sign-out nobody is in use until this or a
 * sign-in says who.
 *
 * @param username one of {@link listAccounts}
 * @throws SessionError when this user is not signed in here; StorageError; ConfigurationError
 *   with `accounts: 'one'`.
 * @example
 * await signOut(client)
 * const [next] = await listAccounts(client)
 * if (next !== undefined) await switchAccount(client, next)
 */
export async function switchAccount(client: CognitoClient, username: string): Promise<void> {
  if (client.accounts !== 'many') throw new ConfigurationError("switchAccount needs a client of accounts: 'many'.")
  await inStorageTurn(client, async () => {
    const storedUsername = await findAccount(client, username)
    if (storedUsername === undefined) throw new SessionError('This user is not signed in here.', { reason: 'nobody' })
    if ((await readLastAuthUser(client)) === storedUsername) return
    await writeLastAuthUser(client, storedUsername)
    startGeneration(client)
    emit(client, { type: 'signedIn', username })
  })
}

/**
 * The name that the items of somebody who is signed in here are stored under; undefined for anybody else. Call it in a
 * {@link inStorageTurn | storage turn}.
 */
export async function findAccount(client: CognitoClient, username: string): Promise<string | undefined> {
  return (await readAccounts(client)).get(username)
}

/** Who is signed in here: the user names, each with the name that the items are stored under. */
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
