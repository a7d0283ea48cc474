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

/** What a browser says of a request that no page of another site made: `none` is an address that a person typed. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** The header that opens the administrator's operations. */
export const ADMIN_KEY_HEADER = 'x-emulator-admin-key'

/** Lets every origin in, as the service does. */
export function openToAllOrigins(): MiddlewareHandler {
  return cors({ origin: '*', allowMethods: ['GET', 'POST'], exposeHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_SECONDS })
}

/** Lets in only pages of the very host the emulator is served at, and of `allowedOrigins`. */
export function closedToOtherOrigins(
  options: Pick<EmulatorOptions, 'allowedHosts' | 'allowedOrigins'>,
): MiddlewareHandler {
  const { allowedOrigins = [] } = options
  return async ({ req: { raw } }, next) => {
    const refusal = refuseHost(raw, options)
    if (refusal) return refusal
    const origin = raw.headers.get('origin')
    if (origin !== null && hostOf(origin) !== ownHost(raw)?.host && !allowedOrigins.includes(origin)) {
      return refuse(403, 'Pages of another origin may not call this emulator.')
    }
    return next()
  }
}

/** Lets in programs and who types the address, no page of another site: nothing that a page is told would be safe. */
export function closedToWebPages(options: Pick<EmulatorOptions, 'allowedHosts' | 'adminKey'>): MiddlewareHandler {
  return async ({ req: { raw } }, next) => {
    const refusal = refuseHost(raw, options)
    if (refusal) return refusal
    if (isOfAnotherSite(raw.headers)) return refuse(403, 'Web pages may not use the controls of the emulator.')
    if (isAdministrator(raw.headers, options)) return next()
    return refuse(403, 'These are the controls of the emulator: its administrator key is needed.')
  }
}

/**
 * Refuses a request that names the emulator by a host that is not its own: a page of another site can make its own name
 * resolve to this machine (DNS rebinding), and then reads answers as those of its own site. An address is no name,
 * and `localhost` is nobody's.
 *
 * @param isLedHere other names that are served: by the service's own a test may lead its requests here. Over http a network
 *   that lies answers for them too, so they open nothing that is closed to pages
 * @returns the refusal: 400 when the Host header is no host, 421 when it is another's; nothing when it is served here
 */
export function refuseHost(
  request: Request,
  { allowedHosts = [] }: Pick<EmulatorOptions, 'allowedHosts'>,
  isLedHere: (hostname: string) => boolean = () => false,
): Response | undefined {
  const own = ownHost(request)
  if (!own) return refuse(400, 'The Host header is no host.')
  // The target of a request may name another host than its Host header: none of the two may be foreign.
  const hosts = [own.hostname, new URL(request.url).hostname].map((name) => name.replace(/\.$/, ''))
  const foreign = hosts.find((name) => !isLocal(name) && !allowedHosts.includes(name) && !isLedHere(name))
  if (foreign === undefined) return undefined
  return refuse(421, `The host ${foreign} is not served here: allowedHosts does not name it.`)
}

/**
 * Whether a request may use the administrator's operations: with the key where there is one; where there is none,
 * unless a web page sends it.
 */
export function isAdministrator(headers: Headers, { adminKey }: Pick<EmulatorOptions, 'adminKey'>): boolean {
  if (adminKey === undefined) return !headers.has('origin') && !isOfAnotherSite(headers)
  return isSameSecret(adminKey, headers.get(ADMIN_KEY_HEADER) ?? '')
}

/** Whether a form comes from a page of this very address: a browser says where from, programs say nothing. */
export function isFromOwnPage(request: Request): boolean {
  const origin = request.headers.get('origin')
  return !isOfAnotherSite(request.headers) && (origin === null || hostOf(origin) === ownHost(request)?.host)
}

/** Whether a browser says that a page of another site made the request; programs say nothing. */
function isOfAnotherSite(headers: Headers): boolean {
  return !OWN_SITES.has(headers.get('sec-fetch-site') ?? 'none')
}

/** By which host the request names this server; in process, where no Host header is sent, its address does. */
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
