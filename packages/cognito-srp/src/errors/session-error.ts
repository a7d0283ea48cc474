import { CognitoError } from './cognito-error.ts'

/** Nobody is signed in, or the session can no longer be used or renewed: the person has to sign in again. */
export class SessionError extends CognitoError {
  declare readonly name: 'SessionError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('SessionError', message, options)
  }
}
