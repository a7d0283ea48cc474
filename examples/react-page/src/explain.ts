import { isCognitoError, type ServiceError } from '@cognito-srp/client'

/** Returns a sentence for the user that matches the error's name, code and reason. Rethrows programming errors. */
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
  if (reason === 'wrong-password' || code === 'UserNotFoundException') return 'The user name or password is wrong.'
  if (reason === 'clock-skew') return 'The clock of this device is wrong. Please correct it.'
  switch (code) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return 'This code is wrong. Please try again.'
    case 'TooManyRequestsException':
    case 'LimitExceededException':
      return 'Too many attempts. Please try again later.'
    default:
      return message
  }
}
