import { cookieStorage } from '../storage/cookie-storage.ts'
import { itemKey, type ItemName, type TokenStorage } from '../storage/token-storage.ts'

/** Storage for tokens, such as `localStorage`, `sessionStorage`, a {@link CookieStorage} or the program's own object. */
export interface ICognitoStorage {
  setItem(key: string, value: string): void
  getItem(key: string): string | null
  removeItem(key: string): void
  clear(): void
}

const ITEMS = /* @__PURE__ */ new Map<string, string>()

/**
 * Storage in memory that the whole program shares. A server with multiple users must not use this storage, because it has only
 * one current user.
 */
const MEMORY: ICognitoStorage = {
  getItem: (key) => ITEMS.get(key) ?? null,
  setItem: (key, value) => ITEMS.set(key, value),
  removeItem: (key) => ITEMS.delete(key),
  clear: () => ITEMS.clear(),
}

const PROBE = 'aws.cognito.test-ls'

/** Returns `localStorage` if it exists and is writable, otherwise this program's memory. */
export function defaultStorage(): ICognitoStorage {
  try {
    const { localStorage } = window
    localStorage.setItem(PROBE, '1')
    localStorage.removeItem(PROBE)
    return localStorage
  } catch {
    return MEMORY
  }
}

/** User to whom stored items belong, with the storage and the user pool. */
export type Owner = {
  readonly username: string
  readonly storage: ICognitoStorage
  readonly pool: { getClientId(): string }
}

/** Returns the storage key of a user's item. */
export function keyOf({ pool, username }: Owner, item: ItemName): string {
  return itemKey({ clientId: pool.getClientId() }, username, item)
}

/** Returns a user's item, or an empty string if the item is missing. */
export function readItem(owner: Owner, item: ItemName): string {
  return owner.storage.getItem(keyOf(owner, item)) ?? ''
}

/** Writes a user's items in the given order. */
export function writeItems(owner: Owner, items: readonly (readonly [ItemName, string])[]): void {
  for (const [item, value] of items) owner.storage.setItem(keyOf(owner, item), value)
}

/** Removes a user's items in the given order. */
export function removeItems(owner: Owner, items: readonly ItemName[]): void {
  for (const item of items) owner.storage.removeItem(keyOf(owner, item))
}

/** Items of a remembered device, in the order in which the items are written. */
export const DEVICE_ITEMS = ['deviceKey', 'randomPasswordKey', 'deviceGroupKey'] as const

/** Attributes of cookies. `expires` is a number of days. */
export interface ICookieStorageData {
  domain?: string
  path?: string
  expires?: number
  secure?: boolean
  sameSite?: 'strict' | 'lax' | 'none'
}

/**
 * Storage that keeps tokens in cookies of the page. As in amazon-cognito-identity-js, `setItem`, `getItem` and `removeItem` never
 * throw. `clear` does not throw either. If the browser does not keep a value (for example above 4 kB), `getItem` returns null.
 *
 * @throws Error from the constructor when `sameSite` is invalid, or is `none` without `secure`.
 * @example
 * const Storage = new CookieStorage({ domain: 'example.com', sameSite: 'strict' })
 * const pool = new CognitoUserPool({ UserPoolId: 'sa-east-1_AbCdEf123', ClientId: '1example23456789', Storage })
 */
export class CookieStorage implements ICognitoStorage {
  /** @internal */
  declare domain: string | undefined
  /** @internal */
  declare path: string
  /** @internal */
  declare expires: number
  /** @internal */
  declare secure: boolean
  /** @internal */
  declare sameSite: 'strict' | 'lax' | 'none' | null
  /** @internal */
  declare cookies: TokenStorage

  constructor(data: ICookieStorageData = {}) {
    const { domain, path = '/', expires = 365, secure = true, sameSite } = data
    if ('sameSite' in data) {
      if (!['strict', 'lax', 'none'].includes(sameSite ?? '')) {
        throw new Error('The sameSite value of cookieStorage must be "lax", "strict" or "none".')
      }
      if (sameSite === 'none' && !secure) {
        throw new Error('sameSite = None requires the Secure attribute in latest browser versions.')
      }
    }
    Object.assign(this, { domain, path, expires, secure, sameSite: sameSite ?? null })
    // The client chooses the default of `secure`, because WebKit rejects secure cookies on localhost.
    this.cookies = cookieStorage({
      path,
      expiresDays: expires,
      ...(domain && { domain }),
      ...(sameSite && { sameSite }),
      ...('secure' in data && { secure }),
    })
  }

  /** Returns the stored value, although the return type is `void`, as in amazon-cognito-identity-js. */
  setItem(key: string, value: string): void {
    attempt(() => this.cookies.setItem(key, value))
    return this.getItem(key) as never
  }

  getItem(key: string): string {
    return attempt(() => this.cookies.getItem(key)) as string
  }

  removeItem(key: string): void {
    attempt(() => this.cookies.removeItem(key))
  }

  /** Removes every cookie that the page can remove with these attributes. */
  clear(): void {
    const keys = (attempt(() => this.cookies.keys?.()) ?? []) as Iterable<string>
    for (const key of keys) this.removeItem(key)
    return {} as never
  }
}

/** Returns the result of `access`, or null if it throws. */
function attempt(access: () => unknown): unknown {
  try {
    return access()
  } catch {
    return null
  }
}
