import { CognitoError } from './cognito-error.ts'

/**
 * A value of the SRP protocol that the client must not go on with: a malformed or degenerate B, u = 0, A mod N = 0.
 * Thrown by the formulas; the sign-in is over and a new one may be started.
 */
export class SrpError extends CognitoError {
  declare readonly name: 'SrpError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('SrpError', message, options)
  }
}
