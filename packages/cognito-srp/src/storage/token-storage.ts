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
  /** `false` when no other client, tab or worker can see the items; events then stay within this client. */
  readonly isShared?: boolean
}

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
 * A storage that lasts as long as the program and that only the client it is given to can see.
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

/**
 * What is kept per user. The names are shared with the public clients, so that users stay signed in over a migration;
 * only `clockDriftSeconds` is ours.
 */
export type ItemName =
  | 'idToken'
  | 'accessToken'
  | 'refreshToken'
  | 'clockDrift'
  | 'clockDriftSeconds'
  | 'userData'
  | 'deviceKey'
  | 'randomPasswordKey'
  | 'deviceGroupKey'

/** An item of a user, or null. @throws {@link StorageError} when the storage throws. */
export function readItem(access: StorageAccess, username: string, item: ItemName): Promise<string | null> {
  return read(access, itemKey(access, username, item))
}

/**
 * Writes an item of a user, or removes it when there is no value.
 *
 * @throws {@link StorageError} when the storage throws or is full.
 */
export function writeItem(access: StorageAccess, username: string, item: ItemName, value?: string): Promise<void> {
  return write(access, itemKey(access, username, item), value)
}

/** Name of the signed-in user as it is stored, or null. @throws {@link StorageError} when the storage throws. */
export function readLastAuthUser(access: StorageAccess): Promise<string | null> {
  return read(access, lastAuthUserKey(access))
}

/** Names the signed-in user, or nobody. @throws {@link StorageError} when the storage throws or is full. */
export function writeLastAuthUser(access: StorageAccess, username?: string): Promise<void> {
  return write(access, lastAuthUserKey(access), username)
}

/** Key of the item that names the signed-in user. */
export function lastAuthUserKey(access: StorageAccess): string {
  return `${keyPrefix(access)}LastAuthUser`
}

/** The user whose item a key stands for; undefined when it is the key of something else. */
export function usernameOfKey(access: StorageAccess, key: string, item: ItemName): string | undefined {
  const [prefix, suffix] = [keyPrefix(access), `.${item}`]
  return key.startsWith(prefix) && key.endsWith(suffix) ? key.slice(prefix.length, -suffix.length) : undefined
}

/** A user's name may hold dots and any Unicode. */
function itemKey(access: StorageAccess, username: string, item: ItemName): string {
  return `${keyPrefix(access)}${username}.${item}`
}

function keyPrefix({ clientId }: StorageAccess): string {
  return `CognitoIdentityServiceProvider.${clientId}.`
}

async function read({ storage }: StorageAccess, key: string): Promise<string | null> {
  try {
    return (await storage.getItem(key)) ?? null
  } catch (cause) {
    throw storageFailure('be read', cause)
  }
}

async function write({ storage }: StorageAccess, key: string, value: string | undefined): Promise<void> {
  try {
    await (value === undefined ? storage.removeItem(key) : storage.setItem(key, value))
  } catch (cause) {
    throw storageFailure('keep the session', cause)
  }
}

function storageFailure(what: string, cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError(`The token storage could not ${what}: it is full, blocked or failing.`, { cause })
}
