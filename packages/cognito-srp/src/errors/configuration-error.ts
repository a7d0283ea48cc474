import { CognitoError } from './cognito-error.ts'

/** The calling program passed something that can never work; no request was made. */
export class ConfigurationError extends CognitoError {
  declare readonly name: 'ConfigurationError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('ConfigurationError', message, options)
  }
}
