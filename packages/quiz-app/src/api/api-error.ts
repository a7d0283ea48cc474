/** Reason why a product API call failed. */
export type ApiErrorCode = 'HttpStatus' | 'Unreachable' | 'MalformedReply' | 'NoToken'

/**
 * Error from a product API call that did not get a usable response: an unexpected status (`HttpStatus`), no complete reply
 * (`Unreachable`), a reply with the wrong shape (`MalformedReply`), or a call that was not sent because the identity service was
 * unreachable or failed temporarily when asked for an access token (`NoToken`).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status of the response, if known. */
  readonly status: number | undefined

  constructor(code: ApiErrorCode, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.status = options.status
  }
}
