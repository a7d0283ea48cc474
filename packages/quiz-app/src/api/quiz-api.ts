import { lenientUserStatsSchema, type Question, type UserStats } from '@cognito-srp/contract'

import { withDeadline } from './deadline.ts'
import { parseQuestions, type SkippedQuestion } from './parse-questions.ts'

const REQUEST_TIMEOUT_MS = 30_000
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Why a call of the product API failed: the caller decides by `code`. */
export type ApiErrorCode = 'HttpStatus' | 'Unreachable' | 'MalformedReply' | 'NoToken'

/**
 * A call of the product API that gave no usable answer: a status the caller did not expect (`HttpStatus`), no reply at
 * all (`Unreachable`), a reply of another shape (`MalformedReply`), or no access token because the identity service
 * cannot be reached, so that the call was never made (`NoToken`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** The HTTP status, when there was a reply. */
  readonly status: number | undefined

  constructor(code: ApiErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.status = options.status
  }
}

/** The question list with the tag under which the server knows this version. */
export type Bank = { questions: Question[]; etag?: string }

/** A stored document with the tag that lets the next write notice a change in between. */
export type StoredStats = { document: UserStats; etag?: string }

export type PutOptions = {
  /** The version that is to be replaced. */
  etag?: string
  signal?: AbortSignal
  /** Lets the request outlive the page. */
  keepalive?: boolean
}

/** The three calls of the product API, and the one that forgets. Every call rejects with `ApiError`, or with the client's error without a user. */
export type QuizApi = {
  /** The bank, or `'unchanged'` when `etag` still names the server's version. */
  getQuestions(options?: { etag?: string; signal?: AbortSignal }): Promise<Bank | 'unchanged'>
  /** The user's statistics, or null when the server has none (404). */
  getStats(signal?: AbortSignal): Promise<StoredStats | null>
  /** First creation; `'conflict'` when somebody created them in between. */
  createStats(document: UserStats, signal?: AbortSignal): Promise<StoredStats | 'conflict'>
  /** Replaces the statistics; `'conflict'` when they are no longer the version that `etag` names. */
  putStats(document: UserStats, options?: PutOptions): Promise<{ etag?: string } | 'conflict'>
  /**
   * Forgets the statistics: `'deleted'` when the server has none any more, `'emptied'` on a gateway that cannot delete,
   * where an empty map took their place.
   */
  deleteStats(signal?: AbortSignal): Promise<'deleted' | 'emptied'>
}

/** What the token is for: after a 401 it must be a fresh one, on a page that goes away there is no time to ask for one. */
export type TokenNeed = { forceRefresh: boolean; isPageLeaving: boolean }

export type QuizApiOptions = {
  baseUrl: string
  /** The access token of the current user; rejects with `ApiError` `NoToken` when the service cannot be reached. */
  accessToken: (need: TokenNeed) => Promise<string>
  fetch?: typeof fetch
  /** `document.cookie`, by default. */
  readCookies?: () => string
  timeoutMs?: number
  /** Told about malformed questions, which are left out of the bank. */
  onSkipped?: (skipped: SkippedQuestion[]) => void
}

/** How a gateway says that it has no such call; without a reply it is the browser, whose preflight was refused. */
const UNKNOWN_CALL: ReadonlySet<number> = new Set([404, 405, 501])

export function createQuizApi(options: QuizApiOptions): QuizApi {
  const send = createSender(options)

  const api: QuizApi = {
    async getQuestions({ etag, signal } = {}) {
      const headers = etag === undefined ? {} : { 'If-None-Match': etag }
      const response = await send({ method: 'GET', path: '/questions', headers, signal })
      if (response.status === 304) return 'unchanged'
      const parsed = await parseQuestions(await readJson(response, 'GET /questions'))
      if (parsed === null) throw new ApiError('MalformedReply', 'GET /questions did not answer with a list.')
      if (parsed.skipped.length > 0) options.onSkipped?.(parsed.skipped)
      return { questions: parsed.questions, ...etagOf(response) }
    },

    async getStats(signal) {
      const response = await send({ method: 'GET', path: '/stats', signal })
      if (response.status === 404) return null
      const document = parseStats(await readJson(response, 'GET /stats'))
      if (document === null) throw new ApiError('MalformedReply', 'GET /stats did not answer with statistics.')
      return { document, ...etagOf(response) }
    },

    async createStats(document, signal) {
      const headers = { 'If-None-Match': '*' }
      const response = await send({ method: 'PUT', path: '/stats', headers, body: document, signal })
      if (response.status === 412) return 'conflict'
      const reply = await readJson(response, 'PUT /stats')
      return { document: parseStats(reply) ?? document, ...etagOf(response) } // a plain gateway may answer `{}`
    },

    async putStats(document, { etag, signal, keepalive } = {}) {
      const headers = etag === undefined ? {} : { 'If-Match': etag }
      const response = await send({ method: 'PUT', path: '/stats', headers, body: document, signal, keepalive })
      if (response.status === 412) return 'conflict'
      expectOk(response, 'PUT /stats')
      await response.text()
      return etagOf(response)
    },

    async deleteStats(signal) {
      if (await isDeleted(signal)) return 'deleted'
      const stored = await api.getStats(signal)
      if (stored === null) return 'deleted'
      await api.putStats({ id: stored.document.id, questionsStats: {} }, signal && { signal })
      return 'emptied'
    },
  }

  async function isDeleted(signal: AbortSignal | undefined): Promise<boolean> {
    try {
      const response = await send({ method: 'DELETE', path: '/stats', signal })
      if (UNKNOWN_CALL.has(response.status)) return false
      expectOk(response, 'DELETE /stats')
      return true
    } catch (cause) {
      const isRefusedPreflight =
        cause instanceof ApiError && cause.code === 'Unreachable' && isAbsolute(options.baseUrl)
      if (isRefusedPreflight) return false // without a network the next call fails in the same way
      throw cause
    }
  }

  return api
}

type ApiRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: UserStats
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}

/**
 * Joins what every request carries: the access token, and on writes to relative addresses the cross-site request forgery
 * token of the `XSRF-TOKEN` cookie. Every status is an answer except 401, which is tried once more with a fresh token.
 */
function createSender(options: QuizApiOptions): (request: ApiRequest) => Promise<Response> {
  const { baseUrl, accessToken, timeoutMs = REQUEST_TIMEOUT_MS } = options
  const fetchNow = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const readCookies = options.readCookies ?? (() => document.cookie)

  async function attempt(request: ApiRequest, forceRefresh: boolean): Promise<Response> {
    const { method, path, headers, body, signal, keepalive = false } = request
    const url = `${baseUrl.replace(/\/$/, '')}${path}`
    const token = await accessToken({ forceRefresh, isPageLeaving: keepalive })
    const xsrfToken = method === 'GET' || isAbsolute(url) ? null : readCookie(readCookies(), XSRF_COOKIE)
    try {
      return await fetchNow(url, {
        method,
        keepalive,
        headers: {
          ...headers,
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(xsrfToken !== null && { [XSRF_HEADER]: xsrfToken }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: withDeadline(timeoutMs, signal),
      })
    } catch (cause) {
      throw new ApiError('Unreachable', `${method} ${path} got no reply.`, { cause })
    }
  }

  return async (request) => {
    const response = await attempt(request, false)
    return response.status === 401 ? attempt(request, true) : response
  }
}

function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)
}

function readCookie(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1))
}

function expectOk(response: Response, call: string): void {
  if (response.ok) return
  throw new ApiError('HttpStatus', `${call} answered ${response.status}.`, { status: response.status })
}

async function readJson(response: Response, call: string): Promise<unknown> {
  expectOk(response, call)
  try {
    return await response.json()
  } catch (cause) {
    throw new ApiError('MalformedReply', `${call} did not answer with JSON.`, { status: response.status, cause })
  }
}

/** The statistics in a reply, or null when it is something else. */
function parseStats(body: unknown): UserStats | null {
  return lenientUserStatsSchema.safeParse(body).data ?? null
}

function etagOf(response: Response): { etag?: string } {
  const etag = response.headers.get('ETag')
  return etag === null ? {} : { etag }
}
