// Refusals in the words of cognito-local, for the same refusals in the service's words. Nothing but the name and the text of
// an error is changed: what was refused stays refused, and what was accepted is never looked at.

type Refusal = { code: string; message: string }
type Word = {
  operations: string[]
  /** The name, and the text or what is in each of its kind. */
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
    operations: SET_UP, // a code that is none is refused before it is compared
    service: { code: 'InvalidParameterException', message: " at 'userCode' failed to satisfy constraint: " },
    cognitoLocal: { code: 'CodeMismatchException', message: 'Incorrect confirmation code' },
  },
  {
    operations: ['respondToAuthChallenge'],
    service: { code: 'CodeMismatchException', message: 'Invalid code received for user' },
    cognitoLocal: { message: 'Incorrect confirmation code' },
  },
]

/** Says a refusal as cognito-local says the same; one that is not in the table stays as it is. */
export function sayAsCognitoLocal(operation: string, error: Refusal): void {
  const word = WORDS.find(
    ({ operations, service }) =>
      operations.includes(operation) && error.code === service.code && error.message.includes(service.message),
  )
  Object.assign(error, word?.cognitoLocal)
}
