import { ApiError } from './api-error.ts'

const REQUEST_TIMEOUT_MS = 30_000
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** One request to the product API; every status is an answer except 401, which is retried once with a fresh token. */
export type Http = (path: string, init?: HttpInit) => Promise<Response>

export type HttpInit = {
  method?: 'GET' | 'PUT'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: string
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** What the token is for: after a 401 it must be a fresh one, on a page that goes away there is no time to ask for one. */
export type TokenNeed = { forceRefresh: boolean; isPageLeaving: boolean }

export type HttpOptions = {
  baseUrl: string
  /** The access token of the current user; rejects with `ApiError` `NoToken` when the service cannot be reached. */
  accessToken: (need: TokenNeed) => Promise<string>
  fetch?: typeof fetch
  /** `document.cookie`, by default. */
  readCookies?: () => string
  timeoutMs?: number
}

/**
 * Joins what every request to the product API carries: the access token, and on writes to relative addresses the
 * cross-site request forgery token of the `XSRF-TOKEN` cookie.
 */
export function createHttp(options: HttpOptions): Http {
  const { baseUrl, accessToken, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const fetchNow = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const readCookies = options.readCookies ?? (() => document.cookie)

  async function send(path: string, init: HttpInit, forceRefresh: boolean): Promise<Response> {
    const { method = 'GET', headers, signal, ...rest } = init
    const url = `${baseUrl.replace(/\/$/, '')}${path}`
    const token = await accessToken({ forceRefresh, isPageLeaving: init.keepalive ?? false })
    const xsrfToken = SAFE_METHODS.has(method) || isAbsolute(url) ? null : readCookie(readCookies(), XSRF_COOKIE)
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await fetchNow(url, {
        ...rest,
        method,
        headers: {
          ...headers,
          Authorization: `Bearer ${token}`,
          ...(rest.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(xsrfToken === null ? {} : { [XSRF_HEADER]: xsrfToken }),
        },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
    } catch (cause) {
      throw new ApiError('Unreachable', `${method} ${path} got no reply.`, { cause })
    }
  }

  return async (path, init = {}) => {
    const response = await send(path, init, false)
    return response.status === 401 ? send(path, init, true) : response
  }
}

function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)
}

function readCookie(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1))
}
