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
 * By which cookie a browser shows that a form is its own, and by which field the form does. The service calls it `XSRF-TOKEN`,
 * and so do applications theirs: browsers share cookies among the ports of a host, where theirs would be lost.
 */
const CSRF_COOKIE = 'cognito-csrf'
const CSRF_FIELD = '_csrf'
const CSRF_TOKEN = /^[\da-f-]{36}$/

/** A request's form. @throws {OAuthError} invalid_request when the body is no form, or too large for one. */
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

/** A parameter that is given more than once, which OAuth allows of none (RFC 6749 §3.1); however many there are, in one pass. */
export function repeatedIn(parameters: URLSearchParams): string | undefined {
  const seen = new Set<string>()
  return [...parameters.keys()].find((name) => seen.size === seen.add(name).size)
}

/**
 * What a person sent from one of our pages.
 *
 * @throws {PageError} when it is no form, or comes from anywhere else: who signs a person in unasked has what they do next
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
  throw new PageError('This form is too old, or was not sent by this browser. Go back and try again.', 403)
}

/** What binds forms to the browser that got them: one for all of its tabs. A browser without one gets it now. */
export function csrfTokenOf(context: Context): string {
  const known = getCookie(context, CSRF_COOKIE)
  if (known !== undefined && CSRF_TOKEN.test(known)) return known
  const token = randomUUID()
  setCookie(context, CSRF_COOKIE, token, cookieOptions(context))
  return token
}

/** Of a cookie that no script reads, and no page of another site makes a browser send but by leading here. */
export function cookieOptions({ req }: Context): CookieOptions {
  return { path: '/', httpOnly: true, sameSite: 'Lax', secure: new URL(req.url).protocol === 'https:' }
}
