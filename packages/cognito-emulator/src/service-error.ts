/**
 * An error of the user-pool service as its clients see it: `code` is the exception's name on the wire.
 * Messages are the service's own words where they are publicly known.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** The caller did not prove what it claims. */
export const notAuthorized = (message: string): ServiceError => new ServiceError('NotAuthorizedException', message)

/** Wrong password, signature or secret block: one text for all, so that nothing can be told apart. */
export const wrongPassword = (): ServiceError => notAuthorized('Incorrect username or password.')

/** A Session that nobody was given for this user and client, or no longer; `why` tells which. */
export const invalidSession = (why = ''): ServiceError => notAuthorized(`Invalid session for the user${why}.`)

/** A parameter has the wrong form, or does not fit the state. */
export const invalidParameter = (message: string): ServiceError =>
  new ServiceError('InvalidParameterException', message)

/** A pool, client, device or group that does not exist. */
export const resourceNotFound = (message: string): ServiceError =>
  new ServiceError('ResourceNotFoundException', message)

/** The user does not exist, said openly. */
export const userNotFound = (message = 'User does not exist.'): ServiceError =>
  new ServiceError('UserNotFoundException', message)

/** Too many wrong proofs of a sign-in; a right one is answered the same until the lock ends. */
export const passwordAttemptsExceeded = (): ServiceError => notAuthorized('Password attempts exceeded')

/** An administrator reset the password: the user must choose another one. */
export const resetRequired = (): ServiceError =>
  new ServiceError('PasswordResetRequiredException', 'Password reset required for the user')

/** Too much of something: attempts, codes. */
export const limitExceeded = (): ServiceError =>
  new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

/** More than can be answered just now, or that a test ordered to be refused: clients try again later. */
export const tooManyRequests = (): ServiceError =>
  new ServiceError('TooManyRequestsException', 'Too many requests', 429)

/** A code that is not the one sent. The attempt counts; the challenge stays open. */
export const codeMismatch = (message = 'Invalid verification code provided, please try again.'): ServiceError =>
  new ServiceError('CodeMismatchException', message)

/** A code that is too old, was used, or was never sent. */
export const expiredCode = (message = 'Invalid code provided, please request a code again.'): ServiceError =>
  new ServiceError('ExpiredCodeException', message)

/** Another account already owns the alias. */
export const aliasExists = (attribute: string): ServiceError =>
  new ServiceError('AliasExistsException', `An account with the ${attribute} already exists.`)
