import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'

import { readBodyText } from '../http/body.ts'
import { isFromOwnPage } from '../http/guard.ts'
import { isSameSecret } from '../pools/secrets.ts'
import { ServiceError } from '../service-error.ts'
import { OAuthError, PageError } from './errors.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/**
 * Names of the cookie and the form field that protect forms against CSRF. The service and many applications name their CSRF
 * cookie `XSRF-TOKEN`. Browsers share cookies between the ports of a host, so a cookie named `XSRF-TOKEN` would overwrite
 * the application's cookie.
 */
const CSRF_COOKIE = 'cognito-csrf'
const CSRF_FIELD = '_csrf'
const CSRF_TOKEN = /^[\da-f-]{36}$/

/**
 * Reads the form of a request.
 *
 * @throws {OAuthError} invalid_request if the body is not a form, is too large or is incomplete.
 */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  if (!FORM.test(request.headers.get('content-type') ?? '')) {
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded')
  }
  try {
    return new URLSearchParams(await readBodyText(request, maxBytes))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw new OAuthError('invalid_request', error.message, error.status)
  }
}

/** Returns a parameter that occurs more than once, which OAuth forbids (RFC 6749 §3.1). The search takes linear time. */
export function repeatedIn(parameters: URLSearchParams): string | undefined {
  const seen = new Set<string>()
  return [...parameters.keys()].find((name) => seen.size === seen.add(name).size)
}

/**
 * Reads a form that the user sent from a page of the emulator. Forms from other sites are rejected, because an attacker could
 * use them to sign the user in to the attacker's account.
 *
 * @throws {PageError} if the body is not a form, is too large or is incomplete, or if the form comes from another site or
 *   another browser
 */
export async function readOwnForm(
  { req: { raw } }: Context,
  csrfToken: string,
  maxBytes: number,
): Promise<URLSearchParams> {
  if (!isFromOwnPage(raw)) throw new PageError('This form was sent from another site.', 403)
  const form = await readForm(raw, maxBytes).catch((error: unknown) => {
    throw error instanceof OAuthError ? new PageError(error.message, error.status) : error
  })
  if (isSameSecret(csrfToken, form.get(CSRF_FIELD) ?? '')) return form
  throw new PageError('This form has expired, or was sent by another browser. Go back and try again.', 403)
}

/**
 * Returns the CSRF token that binds forms to a browser. All tabs of the browser share one token. If the browser has no token, a
 * new token is set.
 */
export function csrfTokenOf(context: Context): string {
  const known = getCookie(context, CSRF_COOKIE)
  if (known !== undefined && CSRF_TOKEN.test(known)) return known
  const token = randomUUID()
  setCookie(context, CSRF_COOKIE, token, cookieOptions(context))
  return token
}

/**
 * Options of a cookie that scripts cannot read. A browser sends the cookie with a request from another site only if the
 * request opens a page with GET, for example after a click on a link.
 */
export function cookieOptions({ req }: Context): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: new URL(req.url).protocol === 'https:' }
}
