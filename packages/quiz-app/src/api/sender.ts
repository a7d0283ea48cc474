import { XSRF_HEADER } from '@cognito-srp/contract'

import { ApiError } from './api-error.ts'
import type { ApiRequest, Send } from './api-request.ts'
import { comingAgain, waitOrAbort } from './busy-server.ts'
import { withDeadline } from './deadline.ts'
import { addressOf, isAbsolute, isForeign } from './gateway-address.ts'
import { readXsrfTokens } from './xsrf-token.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** What the token is for: after a 401 it must be a fresh one, on a page that goes away there is no time to ask for one. */
export type TokenNeed = { forceRefresh: boolean; isPageLeaving: boolean }

export type SenderOptions = {
  baseUrl: string
  /** The access token of the current user; rejects with `ApiError` `NoToken` when the service cannot be reached. */
  accessToken: (need: TokenNeed) => Promise<string>
  fetch?: typeof fetch
  /** `document.cookie`, by default. */
  readCookies?: () => string
  timeoutMs?: number
}

/**
 * Adds what every request carries: the access token, and on writes to relative addresses the cross-site request forgery
 * (CSRF, XSRF) token of the cookie. Every status is an answer, except 401, which is tried once more with a fresh token, 403
 * where cookies hold several tokens, of which another server of this host may have set the first, and a busy server's.
 */
export function createSender(options: SenderOptions): Send {
  const { baseUrl, accessToken, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const fetchNow = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const readCookies = options.readCookies ?? (() => document.cookie)

  async function attempt(request: ApiRequest, { forceRefresh = false, xsrfToken = '' }): Promise<Response> {
    const { method, path, condition, body, signal, keepalive = false } = request
    const isRead = method === 'GET'
    const token = await accessToken({ forceRefresh, isPageLeaving: keepalive })
    try {
      return await fetchNow(addressOf(baseUrl, path), {
        method,
        keepalive,
        cache: isRead ? 'no-cache' : 'default', // where a gateway says nothing of caching, browsers guess
        redirect: isRead ? 'follow' : 'error', // a write that ended as a GET elsewhere would look acknowledged
        headers: {
          ...(condition && { [condition.header]: condition.value }),
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(xsrfToken !== '' && { [XSRF_HEADER]: xsrfToken }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: withDeadline(timeoutMs, signal),
      })
    } catch (cause) {
      throw new ApiError('Unreachable', `${method} ${path} got no reply.`, { cause })
    }
  }

  const authorized: Send = async (request) => {
    const wantsXsrfToken = request.method !== 'GET' && !isAbsolute(baseUrl)
    const [xsrfToken, ...others] = wantsXsrfToken ? readXsrfTokens(readCookies()) : []
    let response = await attempt(request, { xsrfToken })
    if (response.status === 401) response = await attempt(request, { xsrfToken, forceRefresh: true })
    for (const other of others) {
      if (response.status !== 403) break
      response = await attempt(request, { xsrfToken: other })
    }
    return response
  }
  const patient = comingAgain(authorized, waitOrAbort)
  return isForeign(baseUrl) ? withConditionsWhereTaken(patient) : patient
}

/**
 * A gateway on another origin says by its CORS which headers a request may carry, and a browser tells nobody whether a
 * preflight was refused. So conditions are left out until an `ETag` could be read: a gateway that exposes one is meant to
 * be asked by it. Where the first request with a condition gets no reply and the same without it does, the gateway takes
 * none after all.
 */
function withConditionsWhereTaken(send: Send): Send {
  let conditions: 'unknown' | 'offered' | 'taken' | 'refused' = 'unknown'

  async function sendWhereTaken({ condition, ...request }: ApiRequest): Promise<Response> {
    const isSeen = conditions !== 'unknown' || (condition !== undefined && condition.value !== '*') // it was read once
    if (condition === undefined || conditions === 'refused' || !isSeen) return send(request)
    try {
      const response = await send({ ...request, condition })
      conditions = 'taken'
      return response
    } catch (cause) {
      if (conditions === 'taken' || request.keepalive || !mayBeRefusedByBrowser(cause)) throw cause
      const response = await send(request)
      conditions = 'refused'
      return response
    }
  }

  return async (request) => {
    const response = await sendWhereTaken(request)
    if (conditions === 'unknown' && response.headers.has('ETag')) conditions = 'offered'
    return response
  }
}

/** Whether a request got no reply for a reason that may be CORS: browsers give the same error for all they do not send. */
export function mayBeRefusedByBrowser(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'Unreachable' && cause.cause instanceof TypeError
}
