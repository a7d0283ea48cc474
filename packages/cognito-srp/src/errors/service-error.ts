import { CognitoError } from './cognito-error.ts'

/** What is known about an answer that reports a failure. */
export type ServiceErrorFacts = {
  code: string
  statusCode: number
  requestId?: string | undefined
  retryable: boolean
  /** What the service asked for in `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined
}

/**
 * The service answered, and the answer is a failure or cannot be read (a proxy's HTML page, an empty body).
 * `code` is the service's own exception name (`NotAuthorizedException`, `CodeMismatchException`, …), or `UnknownError`
 * when the answer names none.
 */
export class ServiceError extends CognitoError {
  declare readonly name: 'ServiceError'
  /** HTTP status of the answer. */
  declare readonly statusCode: number
  /** The service's own number for the request (`x-amzn-requestid`), where it can be read. */
  declare readonly requestId: string | undefined
  /** Whether the same request may succeed later: a throttled request, a failing server, an unreadable answer. */
  declare readonly retryable: boolean
  /** How long the service asked to wait (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs: number | undefined

  constructor(message: string, facts: ServiceErrorFacts) {
    super('ServiceError', message, facts)
    Object.assign(this, facts)
  }
}
