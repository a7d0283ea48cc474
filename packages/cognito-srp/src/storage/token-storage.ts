import { StorageError } from '../errors.ts'

/**
 * Where tokens are kept. Each method may answer at once or with a promise, so `localStorage` itself is one.
 * Missing items are `null`.
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
  /** The value kept under `key`, or `null`. */
  getItem(key: string): string | null | Promise<string | null>
  /** Keeps a value; throws or rejects when it cannot. */
  setItem(key: string, value: string): unknown
  /** Forgets the value, if there is one. */
  removeItem(key: string): unknown
  /**
   * The keys of all items, also of other programs. Without it, and in anything but web storage, the tokens that another
   * library stored for a user are found only when that user was the last to sign in.
   */
  keys?(): Iterable<string> | Promise<Iterable<string>>
  /** `false` when no other client, tab or worker can see the items; events then stay within this client. */
  readonly isShared?: boolean
}

/** Longer than a write to localStorage needs to reach another tab; a few milliseconds were measured. */
export const STORAGE_LAG_MS = 50

/**
 * `localStorage` in a page, memory elsewhere. `localStorage` is not even looked at without a `document`: newer Node
 * versions print a warning when it is.
 */
export function defaultStorage(): TokenStorage {
  if (typeof document === 'undefined') return memoryStorage()
  try {
    return globalThis.localStorage
  } catch {
    // A page whose storage the browser blocks (SecurityError) stays signed in until it is closed.
    return memoryStorage()
  }
}

/**
 * A storage that lasts as long as the program and that only the clients it is given to can see.
 *
 * On a server make one for each user, or each request: clients that share one, and one client that answers for several
 * people, hand everybody the tokens of whoever signed in last.
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

/** The part of a client that its storage needs. */
export type StorageAccess = { readonly clientId: string; readonly storage: TokenStorage }

/** What is kept of a user's session, and goes with it. */
export const SESSION_ITEMS = [
  'idToken',
  'accessToken',
  'refreshToken',
  'clockDrift',
  'clockDriftSeconds',
  'userData',
] as const

/**
 * What is kept per user. The names are shared with the public clients, so that users stay signed in over a migration;
 * only `clockDriftSeconds` is ours.
 */
export type ItemName = (typeof SESSION_ITEMS)[number] | 'deviceKey' | 'randomPasswordKey' | 'deviceGroupKey'

/** An item of a user, or null. @throws StorageError when the storage throws. */
export function readItem(access: StorageAccess, username: string, item: ItemName): Promise<string | null> {
  return read(access, itemKey(access, username, item))
}

/**
 * Writes an item of a user, or removes it when there is no value.
 *
 * @throws StorageError when the storage throws or is full.
 */
export function writeItem(access: StorageAccess, username: string, item: ItemName, value?: string): Promise<void> {
  return write(access, itemKey(access, username, item), value)
}

/** Name of the signed-in user as it is stored, or null. @throws StorageError when the storage throws. */
export function readLastAuthUser(access: StorageAccess): Promise<string | null> {
  return read(access, lastAuthUserKey(access))
}

/** Names the signed-in user, or nobody. @throws StorageError when the storage throws or is full. */
export function writeLastAuthUser(access: StorageAccess, username?: string): Promise<void> {
  return write(access, lastAuthUserKey(access), username)
}

/**
 * Names of the users of whose sessions something is stored: by the keys of the storage, and where it cannot tell them,
 * by the list of {@link listUsernames} and the signed-in one.
 *
 * @param but a name to leave out
 * @throws StorageError when the storage throws.
 */
export async function storedUsernames(access: StorageAccess, but?: string): Promise<Set<string>> {
  const keys = await readKeys(access)
  const names = keys
    ? SESSION_ITEMS.map((item) => keys.map((key) => usernameOfKey(access, key, item)))
    : [((await read(access, listKey(access))) ?? '').split(LIST_SEPARATOR), [await readLastAuthUser(access)]]
  return new Set(names.flat().filter((name): name is string => Boolean(name) && name !== but))
}

/**
 * Keeps a list of those who are signed in, where the storage cannot tell its keys.
 *
 * @throws StorageError when the storage throws or is full.
 */
export async function listUsernames(access: StorageAccess, usernames: Iterable<string>): Promise<void> {
  const list = [...usernames].join(LIST_SEPARATOR)
  if (!(await readKeys(access))) await write(access, listKey(access), list || undefined)
}

/** Of the list, which is ours alone. */
function listKey(access: StorageAccess): string {
  return `${keyPrefix(access)}Accounts`
}

/** No user name of the service holds white space. */
const LIST_SEPARATOR = '\n'

/** All keys of the storage; undefined where it cannot tell. */
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

/** The user whose item a key stands for; undefined when it is the key of something else. */
export function usernameOfKey(access: StorageAccess, key: string, item: ItemName): string | undefined {
  const [prefix, suffix] = [keyPrefix(access), `.${item}`]
  return key.startsWith(prefix) && key.endsWith(suffix) ? key.slice(prefix.length, -suffix.length) : undefined
}

/** Key of an item of a user, whose name may hold dots and any Unicode. */
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
  if (value === undefined) await attempt('forget the session', () => remove(storage, key))
  else await attempt('keep the session', () => storage.setItem(key, value))
}

/** Removes an item and looks whether it is gone. What cannot be removed is emptied at least, and told all the same. */
async function remove(storage: TokenStorage, key: string): Promise<void> {
  try {
    await storage.removeItem(key)
    if (await storage.getItem(key)) throw new Error('It stays.')
  } catch (cause) {
    if (!(cause instanceof StorageError)) await storage.setItem(key, '')
    throw cause
  }
}

/** @throws StorageError for whatever `access` throws. */
async function attempt<T>(what: string, access: () => T | Promise<T>): Promise<T> {
  try {
    return await access()
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw new StorageError(`The token storage could not ${what}: it is full, blocked or failing.`, { cause })
  }
}
