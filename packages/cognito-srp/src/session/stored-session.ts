import { SessionError } from '../errors.ts'
import {
  readItem,
  readLastAuthUser,
  SESSION_ITEMS,
  writeItem,
  writeLastAuthUser,
  type ItemName,
  type StorageAccess,
} from '../storage/token-storage.ts'
import { belongTogether, readToken, type Audience, type Session, type Token } from './session.ts'

/** Members of a client that the functions for the stored session use. */
export type SessionAccess = StorageAccess & Audience & { readonly state: { storageQueue: Promise<unknown> } }

/** Stored session of a user. */
export type StoredSession = {
  /** Name under which the items are stored. Other clients may have used an alias. */
  storedUsername: string
  /** User name from the access token, or the stored name if the token cannot be read or has no user name. */
  username: string
  refreshToken: string | undefined
  /** The id token, which may have expired or come from another sign-in than the access token; undefined if it cannot be read. */
  idToken: Token | undefined
  /** The complete session; undefined if the session must be refreshed before use. */
  session: Session | undefined
}

/**
 * Runs storage accesses one after another. Without the queue, a sign-out between two writes of a refresh would leave tokens
 * behind.
 */
export function inStorageQueue<T>({ state }: SessionAccess, access: () => Promise<T>): Promise<T> {
  const queued = state.storageQueue.then(access, access)
  state.storageQueue = queued
  return queued
}

/**
 * Reads the stored session of the signed-in user, or of the user `name`. Call this function in the {@link inStorageQueue |
 * storage queue}.
 *
 * @throws SessionError when no user or no id token is stored; StorageError.
 */
export async function readStoredSession(client: SessionAccess, name?: string): Promise<StoredSession> {
  const storedUsername = name ?? (await readLastAuthUser(client))
  if (!storedUsername) throw new SessionError('Username is null. Cannot retrieve a new session', { reason: 'nobody' })
  const read = (item: ItemName) => readItem(client, storedUsername, item)

  const idJwt = await read('idToken')
  if (!idJwt) throw new SessionError('Local storage is missing an ID Token, Please authenticate', { reason: 'ended' })
  const idToken = readToken(client, idJwt, 'id')
  const accessToken = readToken(client, (await read('accessToken')) ?? '', 'access')
  const refreshToken = (await read('refreshToken')) || undefined
  const clockDriftSeconds = trustedDrift(await read('clockDrift'), await read('clockDriftSeconds'))
  const username = accessToken?.claims.username || storedUsername
  const isWhole = idToken && accessToken && clockDriftSeconds !== undefined && belongTogether(idToken, accessToken)
  const session = isWhole
    ? { username, idToken, accessToken, ...(refreshToken && { refreshToken }), clockDriftSeconds }
    : undefined
  return { storedUsername, username, refreshToken, idToken, session }
}

/** Error handler for callers that can continue without a stored session. */
export function ignoreSessionError(error: unknown): undefined {
  if (!(error instanceof SessionError)) throw error
}

/**
 * Returns the user name from the stored access token, or the stored name if the token is missing, unreadable or has no user
 * name.
 */
export async function readUsername(client: SessionAccess, storedUsername: string): Promise<string> {
  const jwt = await readItem(client, storedUsername, 'accessToken')
  return readToken(client, jwt ?? '', 'access')?.claims.username || storedUsername
}

/** Amplify stores the drift in milliseconds under the same key. A value below this limit is harmless in either unit. */
const UNMARKED_DRIFT_MAX_SECONDS = 60

/** Returns the drift in seconds; undefined if its unit is unknown, so that a refresh is needed. */
function trustedDrift(stored: string | null, marker: string | null): number | undefined {
  const drift = Number(stored)
  const isMarked = stored === marker && Number.isFinite(drift)
  return isMarked || Math.abs(drift) < UNMARKED_DRIFT_MAX_SECONDS ? drift : undefined
}

/** Creates the error for a session that needs a refresh token but has none. */
export function missingRefreshToken(): SessionError {
  return new SessionError('Cannot retrieve a new session. Please authenticate.', { reason: 'ended' })
}

/**
 * Writes the session of a new sign-in. The user's name is written last, so that an interrupted write for a new user is not read
 * as a complete session. Call this function in the {@link inStorageQueue | storage queue}.
 *
 * @throws StorageError
 */
export async function writeSession(client: SessionAccess, storedUsername: string, session: Session): Promise<void> {
  await writeTokens(client, storedUsername, session)
  await writeLastAuthUser(client, storedUsername)
}

/**
 * Writes the new tokens of a refresh. Does not change the signed-in user, because another tab may have changed the user
 * meanwhile. Call this function in the {@link inStorageQueue | storage queue}.
 *
 * @throws StorageError
 */
export async function writeTokens(client: SessionAccess, storedUsername: string, session: Session): Promise<void> {
  const clockDrift = String(session.clockDriftSeconds)
  const items: [ItemName, string | undefined][] = [
    ['refreshToken', session.refreshToken],
    ['accessToken', session.accessToken.jwt],
    ['idToken', session.idToken.jwt],
    ['clockDrift', clockDrift],
    ['clockDriftSeconds', clockDrift],
  ]
  for (const [item, value] of items) await writeItem(client, storedUsername, item, value)
}

/**
 * Removes a user's tokens and user data, and `LastAuthUser` if it names the user. The keys of a remembered device stay. Attempts
 * to remove every item even if others fail. Call this function in the {@link inStorageQueue | storage queue}.
 *
 * @throws StorageError when the storage throws or an item remains.
 */
export async function removeSession(client: SessionAccess, storedUsername: string): Promise<void> {
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    return storedUsername
  }
  const named = await readLastAuthUser(client).catch(fail)
  if (named === storedUsername) await writeLastAuthUser(client).catch(fail)
  for (const item of SESSION_ITEMS) await writeItem(client, storedUsername, item).catch(fail)
  if (failure) throw failure
}

/**
 * Stores the response of GetUser as cached user data, or removes the data (`undefined`) after a change of the user. Functions
 * that take a client never read the data. The data is for other libraries that share the storage, for example for `getUserData`
 * of amazon-cognito-identity-js. A call therefore does not fail if the data cannot be stored.
 */
export function cacheUserData(client: SessionAccess, answer: { Username?: string } | undefined): Promise<void> {
  const cached = inStorageQueue(client, async () => {
    const storedUsername = await readLastAuthUser(client)
    if (!storedUsername) return
    // Another user may have signed in since the request.
    const isOfUser = !answer || answer.Username === (await readUsername(client, storedUsername))
    if (isOfUser) await writeItem(client, storedUsername, 'userData', answer && JSON.stringify(answer))
  })
  return cached.catch(() => undefined)
}

/** Keys of a user's remembered device. */
export type Device = { deviceKey: string; deviceGroupKey: string; devicePassword: string }

/** Returns the stored device of a user; undefined if it is missing or incomplete. @throws StorageError */
export function readDevice(client: SessionAccess, username: string): Promise<Device | undefined> {
  return inStorageQueue(client, async () => {
    const deviceKey = await readItem(client, username, 'deviceKey')
    const deviceGroupKey = await readItem(client, username, 'deviceGroupKey')
    const devicePassword = await readItem(client, username, 'randomPasswordKey')
    return deviceKey && deviceGroupKey && devicePassword ? { deviceKey, deviceGroupKey, devicePassword } : undefined
  })
}

/** Stores the keys of a user's device, or removes them (`undefined`). @throws StorageError */
export function writeDevice(client: SessionAccess, username: string, device: Device | undefined): Promise<void> {
  return inStorageQueue(client, async () => {
    await writeItem(client, username, 'randomPasswordKey', device?.devicePassword)
    await writeItem(client, username, 'deviceGroupKey', device?.deviceGroupKey)
    await writeItem(client, username, 'deviceKey', device?.deviceKey)
  })
}
