import { ServiceError } from '../errors.ts'

/** What {@link readFailure} needs of an HTTP answer. */
export type AnswerHead = { status: number; ok: boolean; headers: { get(name: string): string | null } }

const THROTTLING_CODES = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'RequestLimitExceeded',
])
/** Refusals that stay refusals, whatever status they come with. */
const FINAL_CODES = new Set(['NotAuthorizedException', 'LimitExceededException'])

/** Codes by which the service refuses a refresh token for good. */
const REFRESH_REFUSALS = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
])

/** The JSON object of a body, or undefined when it is none (a proxy's page, an empty or a cut-off body). */
export function parseBody(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * The error an answer stands for: a failure the service reports, or an answer nobody can read.
 *
 * @param body the parsed body, if it was a JSON object
 */
export function readFailure(head: AnswerHead, body: Record<string, unknown> | undefined, nowMs: number): ServiceError {
  const { status } = head
  const code = errorCode(head, body) ?? 'UnknownError'
  const message = firstText(body?.['message'], body?.['Message'])
  return new ServiceError(message ?? `The service answered with status ${status} and no readable body.`, {
    code,
    statusCode: status,
    requestId: head.headers.get('x-amzn-requestid') ?? undefined,
    retryable: isRetryable(status, code),
    retryAfterMs: retryAfterMs(head.headers.get('retry-after'), nowMs),
  })
}

/** Whether the service refused a refresh token for good, so that only a new sign-in helps. */
export function isRefusedRefresh(error: unknown): error is ServiceError {
  return error instanceof ServiceError && REFRESH_REFUSALS.has(error.code)
}

/** `x-amzn-errortype` up to `:` or `,`, else `__type` or `code` of the body; of either the part after `#`. */
function errorCode({ headers }: AnswerHead, body: Record<string, unknown> | undefined): string | undefined {
  const header = headers.get('x-amzn-errortype')?.split(/[:,]/)[0]?.trim()
  return firstText(header, body?.['__type'], body?.['code'])?.split('#').at(-1)
}

function isRetryable(status: number, code: string): boolean {
  if (FINAL_CODES.has(code)) return false
  const isUnreadableSuccess = status < 300
  return isUnreadableSuccess || status === 429 || status >= 500 || THROTTLING_CODES.has(code)
}

/** Seconds or an HTTP date (RFC 9110 §10.2.3). */
function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const delayMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(delayMs) ? undefined : Math.max(0, delayMs)
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}
