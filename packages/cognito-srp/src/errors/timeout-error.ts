import { CognitoError } from './cognito-error.ts'

/** No complete answer arrived within the client's `timeoutMs`. */
export class TimeoutError extends CognitoError {
  declare readonly name: 'TimeoutError'

  constructor(timeoutMs: number) {
    super('TimeoutError', `No answer within ${timeoutMs} ms.`)
  }
}
