import type { CognitoClient } from '../client.ts'
import { SessionError } from '../errors.ts'
import { itemKey, lastAuthUserKey, readItem, writeItem, type ItemName } from '../storage/items.ts'
import { belongTogether, type Session } from './session.ts'
import { readToken } from './token.ts'

/** Amplify keeps milliseconds under the key of the drift; a value this small does no harm in either unit. */
const UNMARKED_DRIFT_MAX_SECONDS = 60
const SESSION_ITEMS: readonly ItemName[] = [
  'idToken',
  'accessToken',
  'refreshToken',
  'clockDrift',
  'clockDriftSeconds',
  'userData',
]

/** What the storage holds of the signed-in user. */
export type StoredSession = {
  /** The name that the items are kept under; other clients may have used an alias. */
  storedUsername: string
  /** The user name of the access token, where it can be read. */
  username: string
  refreshToken: string | undefined
  /** The whole session; undefined when it has to be refreshed before use. */
  session: Session | undefined
}

/**
 * Runs accesses to the storage one after the other: a sign-out between two writes of a refresh would leave tokens
 * behind, since every write waits.
 */
export function inStorageTurn<T>({ state }: CognitoClient, access: () => Promise<T>): Promise<T> {
  const turn = state.storageTurn.then(access, access)
  state.storageTurn = turn
  return turn
}

/** The refresh token. @throws {@link SessionError} when none is stored. */
export function requireRefreshToken({ refreshToken }: StoredSession): string {
  if (!refreshToken) throw new SessionError('Cannot retrieve a new session. Please authenticate.')
  return refreshToken
}

/** Name of the signed-in user as it is stored, or null. @throws {@link StorageError} */
export function readLastAuthUser(client: CognitoClient): Promise<string | null> {
  return readItem(client, lastAuthUserKey(client))
}

/**
 * The stored session. Call it in a {@link inStorageTurn | storage turn}.
 *
 * @throws {@link SessionError} when no user or no id token is stored; {@link StorageError}.
 */
export async function readStoredSession(client: CognitoClient): Promise<StoredSession> {
  const storedUsername = await readLastAuthUser(client)
  if (!storedUsername) throw new SessionError('Username is null. Cannot retrieve a new session')
  const read = (item: ItemName) => readItem(client, itemKey(client, storedUsername, item))

  const idJwt = await read('idToken')
  if (!idJwt) throw new SessionError('Local storage is missing an ID Token, Please authenticate')
  const idToken = readToken(idJwt)
  const accessToken = readToken((await read('accessToken')) ?? '')
  const refreshToken = (await read('refreshToken')) || undefined
  const clockDriftSeconds = trustedDrift(await read('clockDrift'), await read('clockDriftSeconds'))
  const username = accessToken?.claims.username ?? storedUsername
  const isWhole = idToken && accessToken && clockDriftSeconds !== undefined && belongTogether(idToken, accessToken)
  const session = isWhole
    ? { username, idToken, accessToken, ...(refreshToken ? { refreshToken } : {}), clockDriftSeconds }
    : undefined
  return { storedUsername, username, refreshToken, session }
}

/**
 * Writes a session so that a write cut off at any point is never read as a whole one: the name of the user comes last.
 * Call it in a {@link inStorageTurn | storage turn}.
 *
 * @throws {@link StorageError}
 */
export async function writeSession(client: CognitoClient, storedUsername: string, session: Session): Promise<void> {
  const { idToken, accessToken, refreshToken, clockDriftSeconds } = session
  const write = (item: ItemName, value: string | undefined) =>
    writeItem(client, itemKey(client, storedUsername, item), value)
  await write('refreshToken', refreshToken)
  await write('accessToken', accessToken.jwt)
  await write('idToken', idToken.jwt)
  await write('clockDrift', String(clockDriftSeconds))
  await write('clockDriftSeconds', String(clockDriftSeconds))
  await writeItem(client, lastAuthUserKey(client), storedUsername)
}

/**
 * Removes tokens and user data; what makes this a remembered device stays. Call it in a
 * {@link inStorageTurn | storage turn}.
 *
 * @throws {@link StorageError}
 */
export async function removeSession(client: CognitoClient, storedUsername: string): Promise<void> {
  await writeItem(client, lastAuthUserKey(client), undefined)
  for (const item of SESSION_ITEMS) await writeItem(client, itemKey(client, storedUsername, item), undefined)
}

/** The drift in seconds; undefined when its unit is unknown, which only a refresh can settle. */
function trustedDrift(stored: string | null, marker: string | null): number | undefined {
  const drift = Number(stored ?? 0)
  const isMarked = stored === marker && Number.isFinite(drift)
  return isMarked || Math.abs(drift) < UNMARKED_DRIFT_MAX_SECONDS ? drift : undefined
}
