import { StorageError } from '../errors.ts'

/**
 * Storage for tokens. Each method may return its result directly or as a promise, so `localStorage` itself is a `TokenStorage`. A
 * missing item is `null`.
 *
 * @example
 * const inThisTab: TokenStorage = {
 *   isShared: false,
 *   getItem: (key) => sessionStorage.getItem(key),
 *   setItem: (key, value) => sessionStorage.setItem(key, value),
 *   removeItem: (key) => sessionStorage.removeItem(key),
 * }
 */
export type TokenStorage = {
  /** Returns the value stored under `key`, or `null`. */
  getItem(key: string): string | null | Promise<string | null>
  /** Stores a value. Throws or rejects if it cannot store the value. */
  setItem(key: string, value: string): unknown
  /** Removes the value, if there is one. */
  removeItem(key: string): unknown
  /**
   * Returns the keys of all items, including those of other programs. Web storage does not need this method. In other storages
   * without this method, tokens that another library stored for a user are found only if that user signed in last.
   */
  keys?(): Iterable<string> | Promise<Iterable<string>>
  /** `false` if no other client, tab or worker can read the items. Events then stay within this client. */
  readonly isShared?: boolean
}

/** Upper bound for the time until a write to localStorage reaches another tab. Measurements showed a few milliseconds. */
export const STORAGE_LAG_MS = 50

/**
 * Returns `localStorage` in a page, and memory elsewhere. Without a `document`, the function does not access `localStorage`,
 * because newer versions of Node print a warning on access.
 */
export function defaultStorage(): TokenStorage {
  if (typeof document === 'undefined') return memoryStorage()
  try {
    return globalThis.localStorage
  } catch {
    // If the browser blocks the page's storage (SecurityError), the user stays signed in until the page closes.
    return memoryStorage()
  }
}

/**
 * Creates an in-memory storage. Its items last as long as the program. Only clients that receive the storage can read the
 * items.
 *
 * On a server, create one storage for each user or each request. If several users share a storage or a client, all of them get
 * the tokens of the user who signed in last.
 *
 * @example
 * const client = createCognitoClient({
 *   userPoolId: 'sa-east-1_AbCdEf123',
 *   clientId: '1example23456789',
 *   storage: memoryStorage(),
 * })
 */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>()
  return {
    isShared: false,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  }
}

/** Members of a client that the storage functions use. */
export type StorageAccess = { readonly clientId: string; readonly storage: TokenStorage }

/** Stored items of a user's session, which are removed when the session ends. */
export const SESSION_ITEMS = [
  'idToken',
  'accessToken',
  'refreshToken',
  'clockDrift',
  'clockDriftSeconds',
  'userData',
] as const

/**
 * Items stored per user. amazon-cognito-identity-js and Amplify use the same names, so users stay signed in after a migration.
 * Only this library uses `clockDriftSeconds`.
 */
export type ItemName = (typeof SESSION_ITEMS)[number] | 'deviceKey' | 'randomPasswordKey' | 'deviceGroupKey'

/** Returns a user's item, or null. @throws StorageError when the storage throws. */
export function readItem(access: StorageAccess, username: string, item: ItemName): Promise<string | null> {
  return read(access, itemKey(access, username, item))
}

/**
 * Writes a user's item, or removes the item if `value` is missing.
 *
 * @throws StorageError when the storage throws, is full, or does not remove the item.
 */
export function writeItem(access: StorageAccess, username: string, item: ItemName, value?: string): Promise<void> {
  return write(access, itemKey(access, username, item), value)
}

/** Returns the stored name of the signed-in user, or null. @throws StorageError when the storage throws. */
export function readLastAuthUser(access: StorageAccess): Promise<string | null> {
  return read(access, lastAuthUserKey(access))
}

/**
 * Stores the name of the signed-in user, or removes the name if `username` is missing. @throws StorageError when the storage
 * throws, is full, or does not remove the item.
 */
export function writeLastAuthUser(access: StorageAccess, username?: string): Promise<void> {
  return write(access, lastAuthUserKey(access), username)
}

/**
 * Returns the names of all users with stored session items. If the storage cannot list its keys, the names come from the list
 * that {@link listUsernames} stored, and from `LastAuthUser`.
 *
 * @param but a name to omit
 * @throws StorageError when the storage throws.
 */
export async function storedUsernames(access: StorageAccess, but?: string): Promise<Set<string>> {
  const keys = await readKeys(access)
  const names = keys
    ? SESSION_ITEMS.flatMap((item) => keys.map((key) => usernameOfKey(access, key, item)))
    : [...((await read(access, listKey(access))) ?? '').split(LIST_SEPARATOR), await readLastAuthUser(access)]
  return new Set(names.filter((name): name is string => Boolean(name) && name !== but))
}

/**
 * Stores a list of the signed-in users, if the storage cannot list its keys.
 *
 * @throws StorageError when the storage throws, is full, or does not remove the item.
 */
export async function listUsernames(access: StorageAccess, usernames: Iterable<string>): Promise<void> {
  const list = [...usernames].join(LIST_SEPARATOR)
  if (!(await readKeys(access))) await write(access, listKey(access), list || undefined)
}

/** Key of the list, which only this library uses. */
function listKey(access: StorageAccess): string {
  return `${keyPrefix(access)}Accounts`
}

/** Separator of the names in the list. Cognito's user names do not contain white space. */
const LIST_SEPARATOR = '\n'

/** Returns all keys of the storage; undefined if the storage cannot list them. */
function readKeys({ storage }: StorageAccess): Promise<readonly string[] | undefined> {
  return attempt('be read', async () => {
    if (typeof storage.keys === 'function') return Array.from(await storage.keys())
    const { length = 0, key } = storage as Partial<Storage>
    return typeof key === 'function' ? Array.from({ length }, (_, index) => key.call(storage, index) ?? '') : undefined
  })
}

/** Key of the item that names the signed-in user. */
export function lastAuthUserKey(access: Pick<StorageAccess, 'clientId'>): string {
  return `${keyPrefix(access)}LastAuthUser`
}

/** Returns the user whose item has this key; undefined for other keys. */
export function usernameOfKey(access: StorageAccess, key: string, item: ItemName): string | undefined {
  const username = key.slice(keyPrefix(access).length, -`.${item}`.length)
  return key === itemKey(access, username, item) ? username : undefined
}

/** Key of a user's item. The user name may contain dots and any Unicode characters. */
export function itemKey(access: Pick<StorageAccess, 'clientId'>, username: string, item: ItemName): string {
  return `${keyPrefix(access)}${username}.${item}`
}

function keyPrefix({ clientId }: Pick<StorageAccess, 'clientId'>): string {
  return `CognitoIdentityServiceProvider.${clientId}.`
}

function read({ storage }: StorageAccess, key: string): Promise<string | null> {
  return attempt('be read', async () => (await storage.getItem(key)) ?? null)
}

async function write({ storage }: StorageAccess, key: string, value: string | undefined): Promise<void> {
  if (value === undefined) return attempt('remove the session', () => remove(storage, key))
  await attempt('store the session', () => storage.setItem(key, value))
}

/** Removes an item and checks the removal. If the removal fails, empties the item and throws. */
async function remove(storage: TokenStorage, key: string): Promise<void> {
  try {
    await storage.removeItem(key)
    if (await storage.getItem(key)) throw new Error('removeItem did not remove the item.')
  } catch (cause) {
    if (!(cause instanceof StorageError)) await storage.setItem(key, '')
    throw cause
  }
}

/** Runs `access`. @throws StorageError when `access` throws. */
async function attempt<T>(what: string, access: () => T | Promise<T>): Promise<T> {
  try {
    return await access()
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw new StorageError(`The token storage could not ${what}, because it is full, blocked or failing.`, { cause })
  }
}
