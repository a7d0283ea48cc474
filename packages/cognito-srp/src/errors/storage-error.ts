import { CognitoError } from './cognito-error.ts'

/** The token storage threw, is full, or did not keep what it was given. `cause` is what it threw. */
export class StorageError extends CognitoError {
  declare readonly name: 'StorageError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('StorageError', message, options)
  }
}
