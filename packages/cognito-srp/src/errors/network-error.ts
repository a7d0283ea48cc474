import { CognitoError } from './cognito-error.ts'

/** No complete answer arrived: no connection, a refused or a dropped one. `cause` is what `fetch` rejected with. */
export class NetworkError extends CognitoError {
  declare readonly name: 'NetworkError'

  constructor(cause?: unknown) {
    super('NetworkError', 'Network error', { cause })
  }
}
