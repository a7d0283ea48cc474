import { XSRF_HEADER } from '@cognito-srp/contract'

import { ApiError } from './api-error.ts'
import type { ApiRequest, Send } from './api-request.ts'
import { comingAgain, waitOrAbort } from './busy-server.ts'
import { withDeadline } from './deadline.ts'
import { addressOf, isAbsolute, isForeign } from './gateway-address.ts'
import { readXsrfTokens } from './xsrf-token.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** Requirements for the token. After a 401 the token must be fresh, and an unloading page has no time to refresh the token. */
export type TokenNeed = { forceRefresh: boolean; isPageLeaving: boolean }

export type SenderOptions = {
  baseUrl: string
  /** Returns the current user's access token. Rejects with the `ApiError` `NoToken` if the service is unreachable or fails temporarily. */
  accessToken: (need: TokenNeed) => Promise<string>
  fetch?: typeof fetch
  /** `document.cookie`, by default. */
  readCookies?: () => string
  timeoutMs?: number
}

/**
 * Creates a sender that adds the access token to every request, and the cookie's cross-site request forgery (CSRF, XSRF) token to
 * writes to relative addresses. The sender returns responses of any status, but retries in three cases. After 401, it retries
 * once with a fresh token. After 403, it tries the other XSRF tokens if the cookies contain several, because another server on
 * the host may have set the first token. It also retries a request to a busy server.
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
        cache: isRead ? 'no-cache' : 'default', // without caching headers, browsers may reuse an old response
        redirect: isRead ? 'follow' : 'error', // a write that was redirected as a GET would seem to succeed
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
 * Sends conditional requests to a gateway on another origin only once it has read an `ETag` from that gateway. The gateway's CORS
 * response determines which headers a request may have, and a browser does not report whether a preflight failed. A gateway that
 * exposes `ETag` should accept conditions. If the first conditional request gets no reply but the same request without the
 * condition gets a reply, the function sends no more conditions to that gateway.
 */
function withConditionsWhereTaken(send: Send): Send {
  let conditions: 'unknown' | 'offered' | 'taken' | 'refused' = 'unknown'

  async function sendWhereTaken({ condition, ...request }: ApiRequest): Promise<Response> {
    // A condition other than `*` contains an ETag from an earlier read.
    const isSeen = conditions !== 'unknown' || (condition !== undefined && condition.value !== '*')
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

/** Whether CORS may be the reason for a missing reply. Browsers report the same error for a failed network. */
export function mayBeRefusedByBrowser(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'Unreachable' && cause.cause instanceof TypeError
}
