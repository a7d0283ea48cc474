// Translates the service's errors into cognito-local's errors. Only the name and the message of an error change. An
// error is never turned into a success, and successful responses do not change.

type Refusal = { code: string; message: string }
type Word = {
  operations: string[]
  /** The error's name, and its message or the constant part of the message. */
  service: Refusal
  cognitoLocal: Partial<Refusal>
}

const SIGN_IN = ['initiateAuth', 'adminInitiateAuth']
const SET_UP = ['verifySoftwareToken']

const WORDS: Word[] = [
  {
    operations: SIGN_IN,
    service: { code: 'UserNotFoundException', message: 'User does not exist.' },
    cognitoLocal: { code: 'NotAuthorizedException', message: 'User not authorized' },
  },
  {
    operations: ['setUserMFAPreference'],
    service: { code: 'InvalidParameterException', message: 'User has not verified software token mfa' },
    cognitoLocal: { message: 'User has not verified software token MFA' },
  },
  {
    operations: SET_UP,
    service: { code: 'EnableSoftwareTokenMFAException', message: 'Code mismatch and fail enable Software Token MFA' },
    cognitoLocal: { code: 'CodeMismatchException', message: 'Incorrect confirmation code' },
  },
  {
    operations: SET_UP, // a malformed code is rejected before it is compared
    service: { code: 'InvalidParameterException', message: " at 'userCode' failed to satisfy constraint: " },
    cognitoLocal: { code: 'CodeMismatchException', message: 'Incorrect confirmation code' },
  },
  {
    operations: ['respondToAuthChallenge'],
    service: { code: 'CodeMismatchException', message: 'Invalid code received for user' },
    cognitoLocal: { message: 'Incorrect confirmation code' },
  },
]

/** Replaces an error's name and message with cognito-local's. An error that is not in the table stays unchanged. */
export function sayAsCognitoLocal(operation: string, error: Refusal): void {
  const word = WORDS.find(
    ({ operations, service }) =>
      operations.includes(operation) && error.code === service.code && error.message.includes(service.message),
  )
  Object.assign(error, word?.cognitoLocal)
}
