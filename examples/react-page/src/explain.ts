import { isCognitoError, type ServiceError } from '@cognito-srp/client'

/** A sentence for the person, by what the error's name, code and reason say. A mistake of the program is thrown on. */
export function explain(error: unknown): string {
  if (!isCognitoError(error)) throw error
  switch (error.name) {
    case 'ServiceError':
      return explainRefusal(error)
    case 'NetworkError':
    case 'TimeoutError':
      return 'The server cannot be reached. Please try again.'
    default:
      return error.message
  }
}

function explainRefusal({ code, reason, message }: ServiceError): string {
  if (reason === 'wrong-password' || code === 'UserNotFoundException') return 'User name or password is wrong.'
  if (reason === 'clock-skew') return 'The clock of this device is wrong. Please set it.'
  switch (code) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return 'This code is not right. Please try again.'
    case 'TooManyRequestsException':
    case 'LimitExceededException':
      return 'Too many attempts. Please wait a little.'
    default:
      return message
  }
}
