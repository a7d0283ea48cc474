import { StorageError } from '../errors.ts'
import type { TokenStorage } from './token-storage.ts'

/** The storage of one app client. */
export type ItemOwner = { clientId: string; storage: TokenStorage }

/** What is kept per user. The names are shared with the public clients, so that users stay signed in over a migration. */
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

/** Key of the item that names the signed-in user. */
export function lastAuthUserKey(owner: Pick<ItemOwner, 'clientId'>): string {
  return `${keyPrefix(owner)}LastAuthUser`
}

/** Key of an item of a user, whose name may hold dots and any Unicode. */
export function itemKey(owner: Pick<ItemOwner, 'clientId'>, username: string, item: ItemName): string {
  return `${keyPrefix(owner)}${username}.${item}`
}

/** The user whose item a key stands for; undefined when it is the key of something else. */
export function usernameOfKey(owner: Pick<ItemOwner, 'clientId'>, key: string, item: ItemName): string | undefined {
  const [prefix, suffix] = [keyPrefix(owner), `.${item}`]
  return key.startsWith(prefix) && key.endsWith(suffix) ? key.slice(prefix.length, -suffix.length) : undefined
}

function keyPrefix({ clientId }: Pick<ItemOwner, 'clientId'>): string {
  return `CognitoIdentityServiceProvider.${clientId}.`
}

/** @throws {@link StorageError} when the storage throws. */
export async function readItem({ storage }: ItemOwner, key: string): Promise<string | null> {
  try {
    return (await storage.getItem(key)) ?? null
  } catch (cause) {
    throw storageFailure('be read', cause)
  }
}

/**
 * Writes an item, or removes it when there is no value.
 *
 * @throws {@link StorageError} when the storage throws or is full.
 */
export async function writeItem({ storage }: ItemOwner, key: string, value: string | undefined): Promise<void> {
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
