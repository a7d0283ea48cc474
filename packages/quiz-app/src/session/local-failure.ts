/** Failure that this app detects itself. Its `code` selects the text for the user, like the code of a service error. */
export class LocalFailure extends Error {
  override readonly name = 'LocalFailure'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
