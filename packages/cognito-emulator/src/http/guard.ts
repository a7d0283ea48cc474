import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

import type { EmulatorOptions } from '../options.ts'
import { isSameSecret } from '../secrets.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const EXPOSED_HEADERS = ['x-amzn-RequestId', 'x-amzn-ErrorType', 'x-amzn-ErrorMessage', 'Date']
const PREFLIGHT_SECONDS = 172_800

/** The header that opens the administrator's operations. */
export const ADMIN_KEY_HEADER = 'x-emulator-admin-key'

/** Lets every origin in, as the service does. */
export function openToAllOrigins(): MiddlewareHandler {
  return cors({ origin: '*', allowMethods: ['GET', 'POST'], exposeHeaders: EXPOSED_HEADERS, maxAge: PREFLIGHT_SECONDS })
}

/**
 * Lets in only pages of the very host the emulator is served at, and of `allowedOrigins`. The name of that host is checked,
 * because a page of another site can make its own name resolve to this machine (DNS rebinding).
 */
export function closedToOtherOrigins({
  allowedHosts = [],
  allowedOrigins = [],
}: Pick<EmulatorOptions, 'allowedHosts' | 'allowedOrigins'>): MiddlewareHandler {
  const hosts = new Set([...LOOPBACK, ...allowedHosts])
  return async (context, next) => {
    const { host, hostname } = new URL(`http://${context.req.header('host') ?? new URL(context.req.url).host}`)
    if (!hosts.has(hostname)) return context.json({ message: `The host ${hostname} is not served here.` }, 421)
    const origin = context.req.header('origin')
    if (origin !== undefined && hostOf(origin) !== host && !allowedOrigins.includes(origin)) {
      return context.json({ message: 'Pages of another origin may not call this emulator.' }, 403)
    }
    return next()
  }
}

/**
 * Whether a request may use the administrator's operations: with the key where there is one; where there is none,
 * unless a web page sends it.
 */
export function isAdministrator(headers: Headers, { adminKey }: Pick<EmulatorOptions, 'adminKey'>): boolean {
  if (adminKey === undefined) return !headers.has('origin')
  return isSameSecret(adminKey, headers.get(ADMIN_KEY_HEADER) ?? '')
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
