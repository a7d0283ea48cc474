import { ConfigurationError } from '../errors.ts'

/** Options that `createHostedLogin` and `createHostedRoutes` share. */
export type HostedPagesConfig = {
  /**
   * Domain of the pool's hosted pages as a host or an HTTPS URL, for example `auth.example.com`. Plain HTTP is allowed only for
   * the local machine, for example `http://localhost:9229`.
   */
  domain: string
  /** Redirect URI of the authorization request. Must exactly match one of the app client's callback URLs. */
  redirectUri: string
  /** Scopes of the access token. Default `openid`, `email` and `profile`. `openid` is required. */
  scopes?: readonly string[] | undefined
}

/** Validated configuration of the hosted pages. */
export type HostedPages = {
  /** Origin of the hosted pages. */
  origin: string
  redirectUri: string
  scope: string
}

const DEFAULT_SCOPES = ['openid', 'email', 'profile']
/** Syntax of a scope (RFC 6749 §3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/
const LOOPBACK = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/

/** @throws ConfigurationError when an option is missing or invalid. */
export function readHostedPages({ domain, redirectUri, scopes = DEFAULT_SCOPES }: HostedPagesConfig): HostedPages {
  const { origin, href } = readAddress(/^[^/]+$/.test(domain ?? '/') ? `https://${domain}` : domain, 'domain')
  if (href !== `${origin}/`) throw new ConfigurationError('domain must be a host or a URL without a path.')
  readAddress(redirectUri, 'redirectUri')
  if (!Array.isArray(scopes) || !scopes.includes('openid') || !scopes.every((scope) => SCOPE.test(scope))) {
    throw new ConfigurationError('scopes must be a list of scopes, including openid.')
  }
  return { origin, redirectUri, scope: scopes.join(' ') }
}

/**
 * Parses the URL in an option. Plain HTTP is allowed only for the local machine.
 *
 * @throws ConfigurationError
 */
export function readAddress(address: string, option: string): URL {
  const url = parseAddress(address)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (url && isSecure && !url.username && !url.password && !url.href.includes('#')) return url
  throw new ConfigurationError(`${option} must be an HTTPS or localhost URL without a fragment or a user name.`)
}

/** Parses a URL. Returns undefined if the value is not a valid URL. */
export function parseAddress(address: unknown, base?: string): URL | undefined {
  try {
    return typeof address === 'string' ? new URL(address, base) : undefined
  } catch {
    return undefined
  }
}

/** Returns the URL of the `/logout` endpoint, which signs the user out of the hosted pages and redirects to `signOutUri`. */
export function logoutAddress({ origin }: HostedPages, clientId: string, signOutUri: string): string {
  return `${origin}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: signOutUri })}`
}

/** Returns an encoded path, or undefined if the value is not a path on the origin of `redirectUri`. */
export function readOwnPath(path: unknown, { redirectUri }: Pick<HostedPages, 'redirectUri'>): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const { origin } = new URL(redirectUri)
  const url = parseAddress(path, origin)
  const isOwn = url?.origin === origin && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search + url.hash : undefined
}
