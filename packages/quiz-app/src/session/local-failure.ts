/** A refusal by this app, before or instead of a request. Its `code` selects the text, as the code of a service error does. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
