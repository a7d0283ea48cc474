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
