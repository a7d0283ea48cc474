/**
 * An error of the user-pool service as its clients see it. `code` is the exception's name on the wire.
 * The message is the service's own text if that text is publicly known.
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

/** The caller is not authenticated, or is not allowed to call the operation. */
export const notAuthorized = (message: string): ServiceError => new ServiceError('NotAuthorizedException', message)

/**
 * Wrong password, signature or secret block. The message does not show whether the password, the signature or the
 * secret block is wrong.
 */
export const wrongPassword = (): ServiceError => notAuthorized('Incorrect username or password.')

/** The Session was not issued to this user and client, or is no longer valid. `why` adds the reason. */
export const invalidSession = (why = ''): ServiceError => notAuthorized(`Invalid session for the user${why}.`)

/** A parameter is malformed, or not allowed in the current state. */
export const invalidParameter = (message: string): ServiceError =>
  new ServiceError('InvalidParameterException', message)

/** The named resource does not exist, for example a pool, a client or a device. */
export const resourceNotFound = (message: string): ServiceError =>
  new ServiceError('ResourceNotFoundException', message)

/** The user does not exist. Thrown only if the caller is allowed to learn that the user does not exist. */
export const userNotFound = (message = 'User does not exist.'): ServiceError =>
  new ServiceError('UserNotFoundException', message)

/** Too many failed sign-in attempts. Until the lockout ends, even the right password gets this error. */
export const passwordAttemptsExceeded = (): ServiceError => notAuthorized('Password attempts exceeded')

/** The password was reset, so the user must choose a new one. */
export const resetRequired = (): ServiceError =>
  new ServiceError('PasswordResetRequiredException', 'Password reset required for the user')

/** Too many attempts, too many codes requested, or a user's record that is too long. */
export const limitExceeded = (): ServiceError =>
  new ServiceError('LimitExceededException', 'Attempt limit exceeded, please try after some time.')

/** The emulator is overloaded, or a test added a throttling fault. Clients should retry later. */
export const tooManyRequests = (): ServiceError =>
  new ServiceError('TooManyRequestsException', 'Too many requests', 429)

/**
 * The code is wrong. The attempt counts as a failure, and a challenge stays open until too many wrong codes have been
 * sent.
 */
export const codeMismatch = (message = 'Invalid verification code provided, please try again.'): ServiceError =>
  new ServiceError('CodeMismatchException', message)

/** The code has expired, was already used, or was never sent. */
export const expiredCode = (message = 'Invalid code provided, please request a code again.'): ServiceError =>
  new ServiceError('ExpiredCodeException', message)

/** Another account already owns the alias. */
export const aliasExists = (attribute: string): ServiceError =>
  new ServiceError('AliasExistsException', `An account with the ${attribute} already exists.`)
