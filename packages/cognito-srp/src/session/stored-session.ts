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

/** The part of a client that its stored session needs. */
export type SessionAccess = StorageAccess & Audience & { readonly state: { storageTurn: Promise<unknown> } }

/** What the storage holds of a user. */
export type StoredSession = {
  /** The name that the items are kept under; other clients may have used an alias. */
  storedUsername: string
  /** The user name of the access token, where it can be read. */
  username: string
  refreshToken: string | undefined
  /** The id token; undefined when it cannot be read. It may be expired, or from another sign-in than the access token. */
  idToken: Token | undefined
  /** The whole session; undefined when it has to be refreshed before use. */
  session: Session | undefined
}

/**
 * Runs accesses to the storage one after the other: a sign-out between two writes of a refresh would leave tokens
 * behind, since every write waits.
 */
export function inStorageTurn<T>({ state }: SessionAccess, access: () => Promise<T>): Promise<T> {
  const turn = state.storageTurn.then(access, access)
  state.storageTurn = turn
  return turn
}

/**
 * The stored session, of the signed-in user unless another one is named. Call it in a
 * {@link inStorageTurn | storage turn}.
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

/** For who reads a stored session and can do without. */
export function ignoreSessionError(error: unknown): undefined {
  if (!(error instanceof SessionError)) throw error
}

/** The user name of a stored access token; where that says none, the name that it is stored under. */
export async function readUsername(client: SessionAccess, storedUsername: string): Promise<string> {
  const jwt = await readItem(client, storedUsername, 'accessToken')
  return readToken(client, jwt ?? '', 'access')?.claims.username || storedUsername
}

/** Amplify keeps milliseconds under the key of the drift; a value this small does no harm in either unit. */
const UNMARKED_DRIFT_MAX_SECONDS = 60

/** The drift in seconds; undefined when its unit is unknown, which only a refresh can settle. */
function trustedDrift(stored: string | null, marker: string | null): number | undefined {
  const drift = Number(stored)
  const isMarked = stored === marker && Number.isFinite(drift)
  return isMarked || Math.abs(drift) < UNMARKED_DRIFT_MAX_SECONDS ? drift : undefined
}

/** Error of a session that has no refresh token and needs one. */
export function missingRefreshToken(): SessionError {
  return new SessionError('Cannot retrieve a new session. Please authenticate.', { reason: 'ended' })
}

/**
 * Writes the session of a new sign-in so that a write cut off at any point is never read as a whole one: the name of
 * the user comes last. Call it in a {@link inStorageTurn | storage turn}.
 *
 * @throws StorageError
 */
export async function writeSession(client: SessionAccess, storedUsername: string, session: Session): Promise<void> {
  await writeTokens(client, storedUsername, session)
  await writeLastAuthUser(client, storedUsername)
}

/**
 * Writes what a refresh renews. Who is signed in stays as it is: another tab may have changed that meanwhile. Call it in
 * a {@link inStorageTurn | storage turn}.
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
 * Removes tokens and user data of a user, whom `LastAuthUser` then no longer names; what makes this a remembered device
 * stays. Each item is tried, whatever became of those before. Call it in a {@link inStorageTurn | storage turn}.
 *
 * @throws StorageError when something is left.
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
 * Keeps the service's answer about the signed-in user as the cached user data, or drops it (`undefined`) after a change
 * of the user. Nothing here reads it: it is for programs that share the storage, as `getUserData` of
 * amazon-cognito-identity-js answers from it without a request. So a storage that fails makes no call fail.
 */
export function cacheUserData(client: SessionAccess, answer: { Username?: string } | undefined): Promise<void> {
  const cached = inStorageTurn(client, async () => {
    const storedUsername = await readLastAuthUser(client)
    if (!storedUsername) return
    // Somebody else may have come since the request was made.
    const isOfUser = !answer || answer.Username === (await readUsername(client, storedUsername))
    if (isOfUser) await writeItem(client, storedUsername, 'userData', answer && JSON.stringify(answer))
  })
  return cached.catch(() => undefined)
}

/** What makes this a remembered device of a user. */
export type Device = { deviceKey: string; deviceGroupKey: string; devicePassword: string }

/** The stored device of a user; undefined if the device is missing or incomplete. @throws StorageError */
export function readDevice(client: SessionAccess, username: string): Promise<Device | undefined> {
  return inStorageTurn(client, async () => {
    const deviceKey = await readItem(client, username, 'deviceKey')
    const deviceGroupKey = await readItem(client, username, 'deviceGroupKey')
    const devicePassword = await readItem(client, username, 'randomPasswordKey')
    return deviceKey && deviceGroupKey && devicePassword ? { deviceKey, deviceGroupKey, devicePassword } : undefined
  })
}

/** Remembers this device of a user, or forgets it (`undefined`). @throws StorageError */
export function writeDevice(client: SessionAccess, username: string, device: Device | undefined): Promise<void> {
  return inStorageTurn(client, async () => {
    await writeItem(client, username, 'randomPasswordKey', device?.devicePassword)
    await writeItem(client, username, 'deviceGroupKey', device?.deviceGroupKey)
    await writeItem(client, username, 'deviceKey', device?.deviceKey)
  })
}
