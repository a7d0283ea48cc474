import { StorageError } from '../errors.ts'
import type { TokenStorage } from './token-storage.ts'

/** Attributes of the cookies that {@link cookieStorage} writes. */
export type CookieOptions = {
  /** Default: the page's own host, without its subdomains. */
  domain?: string
  /** Default `/`. */
  path?: string
  /** Default 365. */
  expiresDays?: number
  /**
   * Never sent over plain HTTP. Default true, but for a page of this machine itself over plain HTTP
   * (`http://localhost`), where WebKit keeps no such cookie, unless `sameSite` is `none`.
   */
  secure?: boolean
  /** Default `lax`. `none` needs `secure` in Chromium and Firefox, and to be without it in WebKit on `http://localhost`. */
  sameSite?: 'strict' | 'lax' | 'none'
}

const MS_PER_DAY = 86_400_000

/**
 * Keeps tokens in cookies of `document`, for example to share a session between subdomains. Names are encoded as
 * js-cookie does, so that cookies of amazon-cognito-identity-js are read and removed.
 *
 * A cookie that another host of the domain planted under the same name cannot be told from ours: as soon as there are
 * two values, none is believed. Whoever writes or removes an item removes such cookies too, from every domain and path
 * that this page can reach; one that stays all the same is reported.
 *
 * @throws StorageError from `setItem` when the browser did not keep the value (it drops cookies above 4 kB, and
 *   secure ones on plain HTTP, without a word); from `removeItem` when a cookie of that name is still there; from
 *   `getItem` when two of that name differ.
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
   * Whether, after it was written, no other value is kept: cookies from before a domain was chosen, or that somebody
   * planted, make way. What the browser did not keep drives nothing out.
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
      throw new StorageError('Two cookies of one name differ: another host or path has set one.')
    },
    setItem(key, value) {
      if (writeAlone(key, [value], Date.now() + expiresDays * MS_PER_DAY)) return
      throw new StorageError(
        'The browser did not keep a cookie: it is above 4 kB, its attributes do not fit the page, or another host or path has one of its name.',
      )
    },
    removeItem(key) {
      if (writeAlone(key, [], 0)) return
      throw new StorageError('A cookie of the session cannot be removed: it has another domain or path.')
    },
    keys: () => readPairs().map(([name]) => decode(name)),
  }
}

/** Paths longer than this belong to no page that keeps its session in cookies. */
const MAX_PATH_PARTS = 10

/** Every domain and path, but the chosen ones, whose cookies this page sees and may remove; the likely ones first. */
function otherPlaces({ domain, path = '/' }: CookieOptions): Pick<CookieOptions, 'domain' | 'path'>[] {
  const { hostname = '', pathname = '/' } = (globalThis.location ?? {}) as Partial<Location>
  const labels = hostname.split('.')
  const parts = pathname.split('/').slice(1, 1 + MAX_PATH_PARTS)
  const paths = parts.flatMap((_, index) => {
    const above = `/${parts.slice(0, index + 1).join('/')}`
    return [above, `${above}/`]
  })
  // A cookie of the host alone, of the host and its subdomains, and of each domain above it.
  const domains = ['', ...labels.map((_, index) => labels.slice(index).join('.'))]
  const places = [path, '/', ...paths].flatMap((somePath) => domains.map((some) => ({ domain: some, path: somePath })))
  return places.filter((place) => place.domain !== (domain ?? '') || place.path !== path)
}

function equal(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some[0] === others[0]
}

/** Names and values as they are encoded; an empty name where there is no cookie. */
function readPairs(): [name: string, value: string][] {
  return document.cookie.split('; ').map((pair) => {
    const separator = pair.indexOf('=')
    return [pair.slice(0, Math.max(separator, 0)), pair.slice(separator + 1)]
  })
}

/** The different values of cookies of one name. */
function readValues(key: string): string[] {
  const name = encodeName(key)
  return [...new Set(readPairs().flatMap((pair) => (pair[0] === name ? [decode(pair[1])] : [])))]
}

/** Cookies of other programs may hold a percent sign that encodes nothing. */
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

/** A page of this machine over plain HTTP: nobody else is on the way, and WebKit refuses secure cookies there. */
function isPlainLocalPage(): boolean {
  const { protocol, hostname } = globalThis.location ?? {}
  return protocol === 'http:' && /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Percent-encodes all but the token characters of RFC 6265 §4.1.1: `#$&+^`, the grave accent and `|` stay. */
function encodeName(name: string): string {
  return encodeURIComponent(name)
    .replace(/%(?:2[346B]|5E|60|7C)/g, decodeURIComponent)
    .replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))
}
