/** What an error may carry besides its message. */
export type CognitoErrorOptions = { code?: string; cause?: unknown }

/**
 * Base of every error this library throws. `name` and `code` are literals that survive minification: compare those.
 *
 * No message, cause or property ever holds a password, a token, a code, `a` or `S`.
 */
export class CognitoError extends Error {
  /** Stable identifier for the caller's decision; for a {@link ServiceError} the service's own code. */
  declare readonly code: string

  /** @param name the class's own, which is also the code unless `options` has one */
  constructor(name: string, message: string, { code = name, cause }: CognitoErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = name
    this.code = code
  }
}
