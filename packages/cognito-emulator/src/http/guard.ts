import { isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

import type { EmulatorOptions } from '../options/emulator-options.ts'
import { isSameSecret } from '../pools/secrets.ts'
import { ServiceError } from '../service-error.ts'
import { errorResponse } from './responses.ts'

const EXPOSED_HEADERS = ['x-amzn-RequestId', 'x-amzn-ErrorType', 'x-amzn-ErrorMessage', 'Date']
const PREFLIGHT_SECONDS = 172_800
const HOST_AND_PORT = /^[\w.:[\]-]+$/

/**
 * Values of `Sec-Fetch-Site` for requests from the emulator's own origin, and for requests that the user makes
 * directly, for example by typing the address.
 */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** Header with the key for administrator operations. */
export const ADMIN_KEY_HEADER = 'x-emulator-admin-key'

/** Creates middleware that allows requests from every origin, as the service does. */
export function allowAllOrigins(): MiddlewareHandler {
  return cors({ origin: '*', allowMethods: ['GET', 'POST'], exposeHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_SECONDS })
}

/**
 * Creates middleware that rejects requests for foreign hosts, and requests from pages on other hosts, except pages with an
 * origin in `allowedOrigins`.
 */
export function rejectOtherOrigins(
  options: Pick<EmulatorOptions, 'allowedHosts' | 'allowedOrigins'>,
): MiddlewareHandler {
  const { allowedOrigins = [] } = options
  return async ({ req: { raw } }, next) => {
    const response = refuseHost(raw, options)
    if (response) return response
    const origin = raw.headers.get('origin')
    if (origin !== null && hostOf(origin) !== ownHost(raw)?.host && !allowedOrigins.includes(origin)) {
      return refuse(403, 'Pages on other origins cannot call this emulator. Add their origin to allowedOrigins.')
    }
    return next()
  }
}

/**
 * Creates middleware that rejects requests for foreign hosts and requests from pages on other origins, because the
 * responses contain secrets. If an administrator key is configured, every request must send the key.
 */
export function rejectWebPages(options: Pick<EmulatorOptions, 'allowedHosts' | 'adminKey'>): MiddlewareHandler {
  return async ({ req: { raw } }, next) => {
    const response = refuseHost(raw, options)
    if (response) return response
    if (isOfAnotherSite(raw.headers))
      return refuse(403, 'Web pages of other sites cannot use the controls of the emulator.')
    if (isAdministrator(raw.headers, options)) return next()
    return refuse(403, 'The controls of the emulator need its administrator key.')
  }
}

/**
 * Rejects a request that addresses the emulator by a foreign host name. A page on another site can make its own host name
 * resolve to this machine (DNS rebinding), and then read the responses. IP addresses and `localhost` are safe, because no
 * site owns them.
 *
 * @param isAllowedHost accepts additional host names: the service's own hosts, which tests can redirect to the
 *   emulator. The middleware above does not pass this function, because an attacker on the network can impersonate
 *   these hosts
 * @returns the error response (400 for an invalid Host header, 421 for a foreign host), or undefined for an accepted host
 */
export function refuseHost(
  request: Request,
  { allowedHosts = [] }: Pick<EmulatorOptions, 'allowedHosts'>,
  isAllowedHost: (hostname: string) => boolean = () => false,
): Response | undefined {
  const own = ownHost(request)
  if (!own) return refuse(400, 'The Host header is not a valid host.')
  // The request target can name a different host than the Host header. Both hosts must be accepted.
  const hosts = [own.hostname, new URL(request.url).hostname].map((name) => name.replace(/\.$/, ''))
  const foreign = hosts.find((name) => !isLocal(name) && !allowedHosts.includes(name) && !isAllowedHost(name))
  if (foreign === undefined) return undefined
  return refuse(421, `The host ${foreign} is not allowed. Add it to allowedHosts.`)
}

/**
 * Whether a request can use administrator operations. If a key is configured, the request must send the key. Otherwise,
 * only requests with an Origin header and requests from pages on other origins are rejected.
 */
export function isAdministrator(headers: Headers, { adminKey }: Pick<EmulatorOptions, 'adminKey'>): boolean {
  if (adminKey === undefined) return !headers.has('origin') && !isOfAnotherSite(headers)
  return isSameSecret(adminKey, headers.get(ADMIN_KEY_HEADER) ?? '')
}

/**
 * Whether a form was sent from one of the emulator's pages. Browsers send the origin of the page. Programs send no origin
 * and are accepted.
 */
export function isFromOwnPage(request: Request): boolean {
  const origin = request.headers.get('origin')
  return !isOfAnotherSite(request.headers) && (origin === null || hostOf(origin) === ownHost(request)?.host)
}

/** Whether a browser reports that a page on another origin made the request. Programs do not send `Sec-Fetch-Site`. */
function isOfAnotherSite(headers: Headers): boolean {
  return !OWN_SITES.has(headers.get('sec-fetch-site') ?? 'none')
}

/**
 * Returns the host that the request names. If the request has no Host header, for example in a call within the process,
 * returns the URL's host.
 */
function ownHost({ headers, url }: Request): URL | undefined {
  const host = headers.get('host') ?? new URL(url).host
  return HOST_AND_PORT.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function refuse(status: number, message: string): Response {
  return errorResponse(new ServiceError('AccessDeniedException', message, status))
}
