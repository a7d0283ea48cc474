import { ConfigurationError } from '../errors.ts'

/** Options that the page's and the server's hosted login have in common. */
export type HostedPagesConfig = {
  /**
   * Domain of the pool's hosted pages, for example `auth.example.com`, or its HTTPS address. Plain HTTP is possible only for this
   * device, for example `http://localhost:9229`.
   */
  domain: string
  /** Address to which the hosted pages redirect. The address must equal one of the app client's callback URLs. */
  redirectUri: string
  /** Scopes of the access token. Default `openid`, `email` and `profile`. `openid` is required. */
  scopes?: readonly string[] | undefined
}

/** Validated addresses of the hosted pages. */
export type HostedPages = {
  /** Scheme and host of the hosted pages. */
  origin: string
  redirectUri: string
  scope: string
}

const DEFAULT_SCOPES = ['openid', 'email', 'profile']
/** Characters of a scope (RFC 6749 §3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/

/** @throws ConfigurationError when an option is missing or invalid. */
export function readHostedPages({ domain, redirectUri, scopes = DEFAULT_SCOPES }: HostedPagesConfig): HostedPages {
  const { origin, href } = readAddress(/^[^/]+$/.test(domain ?? '/') ? `https://${domain}` : domain, 'domain')
  if (href !== `${origin}/`) throw new ConfigurationError('domain must be a host or its address, without a path.')
  readAddress(redirectUri, 'redirectUri')
  if (!Array.isArray(scopes) || !scopes.includes('openid') || !scopes.every((scope) => SCOPE.test(scope))) {
    throw new ConfigurationError('scopes must be a list of scopes that includes openid.')
  }
  return { origin, redirectUri, scope: scopes.join(' ') }
}

/**
 * Reads the address of a page. Plain HTTP is possible only for this device.
 *
 * @throws ConfigurationError
 */
export function readAddress(address: string, option: string): URL {
  const url = parseAddress(address)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (url && isSecure && !url.username && !url.password && !url.href.includes('#')) return url
  throw new ConfigurationError(`${option} must be an HTTPS address without a fragment, or use http://localhost.`)
}

/** Parses an address. Returns undefined if the value is not an address. */
export function parseAddress(address: unknown, base?: string): URL | undefined {
  try {
    return typeof address === 'string' ? new URL(address, base) : undefined
  } catch {
    return undefined
  }
}

/** Returns the address of `/logout`, which ends the user's session on the hosted pages and redirects to `signOutUri`. */
export function logoutAddress({ origin }: HostedPages, clientId: string, signOutUri: string): string {
  return `${origin}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: signOutUri })}`
}

/** Returns an encoded path on the site of `redirectUri`; undefined for a value that could lead to another site. */
export function readOwnPath(path: unknown, { redirectUri }: Pick<HostedPages, 'redirectUri'>): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const { origin } = new URL(redirectUri)
  const url = parseAddress(path, origin)
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
