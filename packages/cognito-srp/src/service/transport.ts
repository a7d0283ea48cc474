import {
  ConfigurationError,
  inOperation,
  NetworkError,
  ServiceError,
  TimeoutError,
  type ResponseHeaders,
} from '../errors.ts'
import type { ServiceErrorReason } from '../service-error-code.ts'
import { firstText, parseObject } from './wire.ts'

/** Members of a client that {@link callService} uses. */
export type ServiceAccess = {
  readonly endpoint: string
  readonly fetch: Fetch
  readonly headers: RequestHeaders
  readonly timeoutMs: number
  readonly now: () => number
}

/** Headers of every request to the endpoint, or a function that returns the headers of one attempt. */
export type RequestHeaders = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>)

/** Part of the platform's `fetch` that the client uses. The platform's own `fetch` is assignable to this type. */
export type Fetch = (url: string, request: FetchRequest) => Promise<FetchAnswer>

/** Request that the client passes to {@link Fetch}. */
export type FetchRequest = {
  method: 'POST'
  headers: Record<string, string>
  body: string
  /** Aborts the request; missing if the platform has no AbortController. */
  signal?: Signal
  mode?: 'cors'
  cache?: 'no-store'
  /** Lets the request continue after the page is closed. */
  keepalive?: true
}

/** Part of a response that the client reads. */
export type FetchAnswer = {
  status: number
  ok: boolean
  headers: ResponseHeaders
  /** Returns the complete body. */
  text(): Promise<string>
}

/** Options of every call. */
export type CallOptions = {
  /** Aborts this call, which then rejects with the signal's reason. */
  signal?: Signal | undefined
}

/** The platform's `AbortSignal`, or {@link AbortSignalLike} in programs that have neither `lib.dom` nor Node's types. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Native } } ? Native : AbortSignalLike

/** Required members of an abort signal, for programs whose types do not declare abort signals. */
export type AbortSignalLike = {
  readonly aborted: boolean
  readonly reason: unknown
  /** Calls `listener` when the signal aborts. */
  addEventListener(type: 'abort', listener: () => void): void
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

const TIMED_OUT = {}
const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

/**
 * Sends one request to the user pool and reads the response. Never retries.
 *
 * @param operation the service's name of the operation, for example `InitiateAuth`
 * @param payload the request in the service's casing; undefined fields are omitted
 * @param options `mayBeEmpty`: the operation has no output, so an empty body is a success
 * @throws ServiceError when the service returns an error or the response cannot be read; NetworkError; TimeoutError;
 *   ConfigurationError when requests are impossible on this platform; the reason of `signal` when it aborts.
 */
export function callService<Answer extends object>(
  service: ServiceAccess,
  operation: string,
  payload: object,
  { signal, mayBeEmpty }: CallOptions & { mayBeEmpty?: boolean } = {},
): Promise<Answer> {
  const exchange = async (signal: Signal | undefined) => {
    const headers = typeof service.headers === 'function' ? await service.headers() : service.headers
    const answer = await service.fetch(service.endpoint, buildRequest(headers, operation, payload, signal))
    const text = await readText(answer, MAX_RESPONSE_BYTES)
    const body = text === '' && mayBeEmpty ? {} : parseObject(text)
    // If an error response or an unreadable response has no headers, this line throws inside the exchange, so that the call fails
    // with a NetworkError.
    if (!answer.ok || !body) answer.headers.get('date')
    return [answer, body] as const
  }
  return inOperation(operation, async () => {
    const [answer, body] = await withDeadline(exchange, service, signal)
    if (answer.ok && body) return body as Answer
    throw readFailure(operation, answer, body, service.now())
  })
}

/** Maximum length of a response. Long lists from the service reach several hundred kilobytes. */
export const MAX_RESPONSE_BYTES = 1_000_000

/**
 * Reads the body of a request or response. Stops and returns undefined if the body is longer than `maxBytes`. On a platform
 * without streams or TextDecoder, reads the body in one piece.
 */
export async function readText(message: { text(): Promise<string> }, maxBytes: number): Promise<string | undefined> {
  const decoder = makeOrUndefined(() => new TextDecoder())
  const reader = decoder && (message as Partial<Response>).body?.getReader?.()
  if (!reader) {
    const whole = await message.text()
    return whole.length > maxBytes ? undefined : whole
  }
  let [text, lengthBytes] = ['', 0]
  for (let part; !(part = await reader.read()).done;) {
    lengthBytes += part.value.length
    if (lengthBytes > maxBytes) return void reader.cancel().catch(() => undefined)
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

function buildRequest(
  headers: Record<string, string>,
  operation: string,
  payload: object,
  signal: Signal | undefined,
): FetchRequest {
  return {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': TARGET_PREFIX + operation,
      'Cache-Control': 'no-store',
    },
    body: JSON.stringify(payload),
    ...(signal && { signal }),
    ...(knowsRequestField('mode') && { mode: 'cors' }),
    ...(knowsRequestField('cache') && { cache: 'no-store' }),
  }
}

/** Whether the platform implements a request field. Some worker runtimes throw on unknown fields. */
function knowsRequestField(field: 'mode' | 'cache'): boolean {
  return typeof Request !== 'undefined' && field in Request.prototype
}

/** Sends a request and reads its response with `exchange`. Aborts the exchange on a timeout or when the caller aborts. */
export async function withDeadline<T>(
  exchange: (signal: Signal | undefined) => Promise<T>,
  { timeoutMs, endpoint }: Pick<ServiceAccess, 'timeoutMs' | 'endpoint'>,
  signal: Signal | undefined,
): Promise<T> {
  throwIfAborted(signal)
  const host = hostOf(endpoint)
  const controller = makeOrUndefined(() => new AbortController())
  let timer: ReturnType<typeof setTimeout> | undefined
  const work = new Promise<T>((resolve, reject) => {
    timer = setTimeout(reject, timeoutMs, TIMED_OUT)
    exchange(controller?.signal).then(resolve, reject)
  })
  try {
    return await untilAborted(work, signal)
  } catch (cause) {
    // The error is created here and not in a callback, so that its stack trace includes the caller.
    const error = cause === TIMED_OUT ? new TimeoutError(timeoutMs, host) : new NetworkError(cause, host)
    const reason = signal?.aborted || cause instanceof ConfigurationError ? cause : error
    controller?.abort(reason)
    throw reason
  } finally {
    clearTimeout(timer)
  }
}

/** Returns an endpoint's host, with the port if the endpoint contains one (`localhost:9229`); undefined for a path. */
export function hostOf(endpoint: string): string | undefined {
  return /\/\/([^/?#]+)/.exec(endpoint)?.[1]
}

/** Returns a new instance of a platform class; undefined if the class is missing or its constructor throws. */
export function makeOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** Waits for `work`. An abort ends the caller's wait, but not the work. */
export function untilAborted<T>(work: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const detach = () => reject(abortReason(signal))
    if (signal.aborted) detach()
    signal.addEventListener('abort', detach)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', detach))
  })
}

/** @throws the signal's reason, if the signal has been aborted. */
export function throwIfAborted(signal: Signal | undefined): void {
  if (signal?.aborted) throw abortReason(signal)
}

/** Returns the signal's reason, or an AbortError on older platforms, whose signals have no reason. */
function abortReason(signal: Signal): Error {
  return signal.reason ?? Object.assign(new Error('The call was aborted.'), { name: 'AbortError' })
}

const THROTTLING_CODE = /^(TooManyRequestsException|Throttling(Exception)?|RequestLimitExceeded)$/
/** Codes of errors that are permanent regardless of the status. */
const FINAL_CODE = /^(NotAuthorized|LimitExceeded)Exception$/

/** Creates the error for a failed or unreadable response. */
function readFailure(
  operation: string,
  { status, headers }: FetchAnswer,
  body: Record<string, unknown> | undefined,
  nowMs: number,
): ServiceError {
  const code = readErrorCode(headers, body) || 'UnknownError'
  const message = firstText(body?.['message'], body?.['Message'])
  const clockDriftSeconds = readClockDrift(headers.get('date') ?? '', nowMs)
  const reason = readReason(operation, `${code} ${status}: ${message}`, clockDriftSeconds)
  return new ServiceError(message ?? `The response with status ${status} has no readable body.`, {
    code,
    reason,
    statusCode: status,
    requestId: headers.get('x-amzn-requestid') ?? undefined,
    retryable: isRetryable(status, code),
    retryAfterMs: readRetryAfterMs(headers.get('retry-after') ?? '', nowMs),
    clockDriftSeconds,
    responseHeaders: reason === 'captcha' ? headers : undefined,
  })
}

/**
 * Reasons, each with a pattern for the code, status and message of a failure. `trigger` comes first, because a trigger can send
 * any message.
 */
const REASONS: readonly [ServiceErrorReason, RegExp][] = [
  ['trigger', /^\w+Lambda/],
  ['wrong-password', /: Incorrect username or p/],
  ['too-many-attempts', /^TooManyF|: (Password attempts|Attempt limit) ex/],
  ['disabled', /: User is disabled/],
  ['password-expired', /(password|account) has expired/],
  ['captcha', /^UnknownError 40[35]/],
  ['token-revoked', /^RefreshTokenR|Token has been revoked/],
]

/** Maximum clock drift at which the service accepts a proof. */
const CLOCK_DRIFT_MAX_SECONDS = 300

/** @param failure code, status and message in the form `<code> <status>: <message>` */
function readReason(operation: string, failure: string, clockDriftSeconds = 0): ServiceErrorReason | undefined {
  const [reason] = REASONS.find(([, pattern]) => pattern.test(failure)) ?? []
  const isProof = reason === 'wrong-password' && operation === 'RespondToAuthChallenge'
  return isProof && Math.abs(clockDriftSeconds) > CLOCK_DRIFT_MAX_SECONDS ? 'clock-skew' : reason
}

/**
 * Returns the error code from the header `x-amzn-errortype` (up to `:` or `,`), or else from `__type` or `code` in the body.
 * Omits everything up to `#`.
 */
function readErrorCode(headers: FetchAnswer['headers'], body: Record<string, unknown> | undefined): string | undefined {
  const header = headers.get('x-amzn-errortype')?.split(/[:,]/)[0]?.trim()
  return firstText(header, body?.['__type'], body?.['code'])?.split('#').pop()
}

function isRetryable(status: number, code: string): boolean {
  if (FINAL_CODE.test(code)) return false
  const isUnreadableSuccess = status < 300
  return isUnreadableSuccess || status === 429 || status >= 500 || THROTTLING_CODE.test(code)
}

/** Reads a `Retry-After` header, which is a number of seconds or an HTTP date (RFC 9110 §10.2.3). */
function readRetryAfterMs(header: string, nowMs: number): number | undefined {
  const delayMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs)
}

/** Returns the whole seconds by which `nowMs` is ahead of an HTTP date (RFC 9110 §6.6.1). */
function readClockDrift(header: string, nowMs: number): number | undefined {
  const driftMs = nowMs - Date.parse(header)
  return Number.isNaN(driftMs) ? undefined : Math.round(driftMs / 1000)
}
