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
  /** Default true: never sent over plain HTTP. Browsers make an exception for localhost. */
  secure?: boolean
  /** Default `lax`. */
  sameSite?: 'strict' | 'lax' | 'none'
}

const MS_PER_DAY = 86_400_000

/**
 * Keeps tokens in cookies of `document`, for example to share a session between subdomains. Names are encoded as
 * js-cookie does, so that cookies of amazon-cognito-identity-js are read and removed.
 *
 * @throws {@link StorageError} from `setItem` when the browser did not keep the value (it drops cookies above 4 kB, and
 *   secure ones on plain HTTP, without a word).
 * @example
 * const client = createCognitoClient({
 *   userPoolId: 'sa-east-1_AbCdEf123',
 *   clientId: '1example23456789',
 *   storage: cookieStorage({ domain: 'example.com', sameSite: 'strict' }),
 * })
 */
export function cookieStorage(options: CookieOptions = {}): TokenStorage {
  const { expiresDays = 365 } = options
  return {
    getItem: readCookie,
    setItem(key, value) {
      writeCookie(key, value, Date.now() + expiresDays * MS_PER_DAY, options)
      if (readCookie(key) !== value) {
        throw new StorageError(
          'The browser did not keep a cookie: it is above 4 kB, or its attributes do not fit the page.',
        )
      }
    },
    removeItem: (key) => writeCookie(key, '', 0, options),
  }
}

function readCookie(key: string): string | null {
  const prefix = `${encodeName(key)}=`
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(prefix))
  return cookie === undefined ? null : decodeURIComponent(cookie.slice(prefix.length))
}

function writeCookie(key: string, value: string, expiresAtMs: number, options: CookieOptions): void {
  const { domain, path = '/', secure = true, sameSite = 'lax' } = options
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

/** Percent-encodes all but the token characters of RFC 6265 §4.1.1: `#$&+^`, the grave accent and `|` stay. */
function encodeName(name: string): string {
  return encodeURIComponent(name)
    .replaceAll(/%(?:2[346B]|5E|60|7C)/g, decodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
}
