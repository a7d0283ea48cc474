import { cookieStorage } from '../storage/cookie-storage.ts'
import { itemKey, type ItemName, type TokenStorage } from '../storage/token-storage.ts'

/** Where tokens are kept: `localStorage`, `sessionStorage`, a {@link CookieStorage} or one of the program's own. */
export interface ICognitoStorage {
  setItem(key: string, value: string): void
  getItem(key: string): string | null
  removeItem(key: string): void
  clear(): void
}

const ITEMS = /* @__PURE__ */ new Map<string, string>()

/** Shared by everything in this program: one person's, then, and never a server's for many. */
const MEMORY: ICognitoStorage = {
  getItem: (key) => ITEMS.get(key) ?? null,
  setItem: (key, value) => ITEMS.set(key, value),
  removeItem: (key) => ITEMS.delete(key),
  clear: () => ITEMS.clear(),
}

const PROBE = 'aws.cognito.test-ls'

/** `localStorage` where it is there and writable, else the memory of this program. */
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

/** Whose items are kept, and where. */
export type Owner = {
  readonly username: string
  readonly storage: ICognitoStorage
  readonly pool: { getClientId(): string }
}

/** Key of an item of a user. */
export function keyOf({ pool, username }: Owner, item: ItemName): string {
  return itemKey({ clientId: pool.getClientId() }, username, item)
}

/** An item of a user; empty where there is none. */
export function readItem(owner: Owner, item: ItemName): string {
  return owner.storage.getItem(keyOf(owner, item)) ?? ''
}

/** Writes items of a user, in this order. */
export function writeItems(owner: Owner, items: readonly (readonly [ItemName, string])[]): void {
  for (const [item, value] of items) owner.storage.setItem(keyOf(owner, item), value)
}

/** Removes items of a user, in this order. */
export function removeItems(owner: Owner, items: readonly ItemName[]): void {
  for (const item of items) owner.storage.removeItem(keyOf(owner, item))
}

/** What makes this a remembered device, in the order in which it is written. */
export const DEVICE_ITEMS = ['deviceKey', 'randomPasswordKey', 'deviceGroupKey'] as const

/** Attributes of cookies. `expires` counts days. */
export interface ICookieStorageData {
  domain?: string
  path?: string
  expires?: number
  secure?: boolean
  sameSite?: 'strict' | 'lax' | 'none'
}

/**
 * Keeps tokens in cookies of the page. Like the one of amazon-cognito-identity-js it never throws: what the browser does
 * not keep (a value above 4 kB for example) reads as null.
 *
 * @throws Error from the constructor, for a `sameSite` that is none, or `none` without `secure`.
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
    // What is left out is the client's default, which knows where WebKit refuses secure cookies.
    this.cookies = cookieStorage({
      path,
      expiresDays: expires,
      ...(domain && { domain }),
      ...(sameSite && { sameSite }),
      ...('secure' in data && { secure }),
    })
  }

  /** Gives what is kept now, which its type does not say there either. */
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

  /** Removes every cookie of the page that these attributes reach. */
  clear(): void {
    for (const key of attempt(() => this.cookies.keys?.()) as Iterable<string>) this.removeItem(key)
    return {} as never
  }
}

/** What `access` gives; null where the browser refuses. */
function attempt(access: () => unknown): unknown {
  try {
    return access()
  } catch {
    return null
  }
}
