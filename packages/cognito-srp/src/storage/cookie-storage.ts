import { StorageError } from '../errors.ts'
import type { TokenStorage } from './token-storage.ts'

/** Attributes of the cookies that {@link cookieStorage} writes. */
export type CookieOptions = {
  /** The default is the page's own host, without its subdomains. */
  domain?: string
  /** Default `/`. */
  path?: string
  /** Default 365. */
  expiresDays?: number
  /**
   * Whether browsers send the cookies only over HTTPS. Default true. On pages that this machine serves over plain HTTP
   * (`http://localhost`, `http://127.0.0.1`, …), where WebKit does not keep such cookies, the default is false unless
   * `sameSite` is `none`.
   */
  secure?: boolean
  /** Default `lax`. With `none`, Chromium and Firefox require `secure`; WebKit on `http://localhost` requires `secure: false`. */
  sameSite?: 'strict' | 'lax' | 'none'
}

const MS_PER_DAY = 86_400_000

/**
 * Creates a storage that keeps tokens in cookies of `document`, for example to share a session between subdomains. The storage
 * encodes names like js-cookie, so that it can read and remove cookies of amazon-cognito-identity-js.
 *
 * The storage cannot distinguish its own cookie from a cookie that another host of the domain planted under the same name. If a
 * name has two values, reading that name throws. Writing or removing an item also removes planted cookies from the domains and
 * paths that this page can reach (at most ten path segments deep), and throws if a planted cookie remains.
 *
 * @throws StorageError from `setItem` when the browser did not keep the value (it silently drops cookies above 4 kB, and secure
 *   cookies on plain HTTP); from `removeItem` when a cookie with that name remains; from `getItem` when two cookies with that
 *   name differ.
 * @example
 * const client = createCognitoClient({
 *   userPoolId: 'sa-east-1_AbCdEf123',
 *   clientId: '1example23456789',
 *   storage: cookieStorage({ domain: 'example.com', sameSite: 'strict' }),
 * })
 */
export function cookieStorage(options: CookieOptions = {}): TokenStorage {
  const { expiresDays = 365 } = options
  /**
   * Writes a cookie and removes other cookies with the same name. Such cookies were planted, or written before `domain` was set.
   * Returns whether only the new value remains. If the browser did not keep the new value, no other cookie is removed.
   */
  const writeAlone = (key: string, values: readonly string[], expiresAtMs: number) => {
    writeCookie(key, values[0] ?? '', expiresAtMs, options)
    if (values.some((value) => !readValues(key).includes(value))) return false
    for (const place of otherPlaces(options)) {
      if (equal(readValues(key), values)) return true
      writeCookie(key, '', 0, { ...options, ...place })
    }
    return equal(readValues(key), values)
  }
  return {
    getItem(key) {
      const [value = null, ...others] = readValues(key)
      if (others.length === 0) return value
      throw new StorageError(
        'Two cookies have the same name but different values, because another host or path has set one of them.',
      )
    },
    setItem(key, value) {
      if (writeAlone(key, [value], Date.now() + expiresDays * MS_PER_DAY)) return
      throw new StorageError(
        'The browser did not store a cookie. Possible causes: the browser blocks cookies, the cookie is larger than 4 kB, its attributes do not match the page, or another host or path has set a cookie with the same name.',
      )
    },
    removeItem(key) {
      if (writeAlone(key, [], 0)) return
      throw new StorageError(
        "A token's cookie cannot be removed, because it has another domain or path. Set `domain` and `path` to match it.",
      )
    },
    keys: () => readPairs().map(([name]) => decode(name)),
  }
}

/** Maximum number of path segments to search. Pages with a session in cookies usually have shorter paths. */
const MAX_PATH_PARTS = 10

/** Returns the other domains and paths whose cookies this page can read and remove, most likely first. */
function otherPlaces({ domain, path = '/' }: CookieOptions): Pick<CookieOptions, 'domain' | 'path'>[] {
  const { hostname = '', pathname = '/' } = (globalThis.location ?? {}) as Partial<Location>
  const labels = hostname.split('.')
  const parts = pathname.split('/').slice(1, 1 + MAX_PATH_PARTS)
  const paths = parts.flatMap((_, index) => {
    const above = `/${parts.slice(0, index + 1).join('/')}`
    return [above, `${above}/`]
  })
  // A cookie can belong to the host alone, to the host and its subdomains, or to a parent domain.
  const domains = ['', ...labels.map((_, index) => labels.slice(index).join('.'))]
  const places = [path, '/', ...paths].flatMap((somePath) => domains.map((some) => ({ domain: some, path: somePath })))
  return places.filter((place) => place.domain !== (domain ?? '') || place.path !== path)
}

function equal(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some[0] === others[0]
}

/** Returns the encoded names and values of all cookies. If there is no cookie, returns one pair with an empty name. */
function readPairs(): [name: string, value: string][] {
  return document.cookie.split('; ').map((pair) => {
    const separator = pair.indexOf('=')
    return [pair.slice(0, Math.max(separator, 0)), pair.slice(separator + 1)]
  })
}

/** Returns the distinct values of all cookies for the item `key`. */
function readValues(key: string): string[] {
  const name = encodeName(key)
  return [...new Set(readPairs().flatMap((pair) => (pair[0] === name ? [decode(pair[1])] : [])))]
}

/** Decodes percent-encoded text. Cookies of other programs may contain percent signs that are not part of an encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function writeCookie(key: string, value: string, expiresAtMs: number, options: CookieOptions): void {
  const { domain, path = '/', sameSite = 'lax', secure = sameSite === 'none' || !isPlainLocalPage() } = options
  const attributes = [
    `${encodeName(key)}=${encodeURIComponent(value)}`,
    `expires=${new Date(expiresAtMs).toUTCString()}`,
    `path=${path}`,
    ...(domain ? [`domain=${domain}`] : []),
    `samesite=${sameSite}`,
    ...(secure ? ['secure'] : []),
  ]
  document.cookie = attributes.join('; ')
}

/**
 * Whether this machine serves the page over plain HTTP. On such a page, WebKit rejects secure cookies, and requests do not
 * leave this machine.
 */
function isPlainLocalPage(): boolean {
  const { protocol, hostname } = globalThis.location ?? {}
  return protocol === 'http:' && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/**
 * Percent-encodes `%` and all characters that RFC 6265 §4.1.1 does not allow in a name. `#$&+^`, the grave accent and `|` stay.
 */
function encodeName(name: string): string {
  return encodeURIComponent(name)
    .replace(/%(?:2[346B]|5E|60|7C)/g, decodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))
}
