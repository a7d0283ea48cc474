/**
 * Error codes that the service documents for the operations of this library, the codes for throttled requests, and
 * `UnknownError`. The service may add codes, so `ServiceError.code` accepts any string. Use this type if a misspelt code must not
 * compile.
 *
 * @example
 * const TRY_AGAIN: readonly ServiceErrorCode[] = ['CodeMismatchException', 'ExpiredCodeException']
 * try {
 *   await confirmSignUp(client, { username, confirmationCode: await ask('Code') })
 * } catch (error) {
 *   if (!(error instanceof ServiceError) || !TRY_AGAIN.some((code) => code === error.code)) throw error
 * }
 */
export type ServiceErrorCode =
  | 'AliasExistsException'
  | 'CodeDeliveryFailureException'
  | 'CodeMismatchException'
  | 'ConcurrentModificationException'
  | 'DeviceKeyExistsException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'FeatureUnavailableInTierException'
  | 'ForbiddenException'
  | 'InternalErrorException'
  | 'InvalidEmailRoleAccessPolicyException'
  | 'InvalidLambdaResponseException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'InvalidSmsRoleAccessPolicyException'
  | 'InvalidSmsRoleTrustRelationshipException'
  | 'InvalidUserPoolConfigurationException'
  | 'LimitExceededException'
  | 'MFAMethodNotFoundException'
  | 'NotAuthorizedException'
  | 'OperationNotEnabledException'
  | 'PasswordHistoryPolicyViolationException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'RequestLimitExceeded'
  | 'ResourceNotFoundException'
  | 'SoftwareTokenMFANotFoundException'
  | 'Throttling'
  | 'ThrottlingException'
  | 'TooManyFailedAttemptsException'
  | 'TooManyRequestsException'
  | 'UnauthorizedException'
  | 'UnexpectedLambdaException'
  | 'UnknownError'
  | 'UnsupportedOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserLambdaValidationException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'
  | 'WebAuthnChallengeNotFoundException'
  | 'WebAuthnClientMismatchException'
  | 'WebAuthnConfigurationMissingException'
  | 'WebAuthnCredentialNotSupportedException'
  | 'WebAuthnNotEnabledException'
  | 'WebAuthnOriginNotAllowedException'
  | 'WebAuthnRelyingPartyMismatchException'

/**
 * Known cause of a service error, derived from the code, status, message and `Date` header of the response.
 *
 * - `wrong-password`: the user name or password is wrong. Pools that hide whether an account exists also send this error for
 *   unknown users.
 * - `too-many-attempts`: the user has to wait before the next attempt.
 * - `disabled`: an administrator has disabled the account.
 * - `password-expired`: the temporary password has expired; an administrator has to create a new one.
 * - `token-revoked`: the token was revoked, for example because the user signed out everywhere, or a rotated refresh token was
 *   used again.
 * - `clock-skew`: the password proof was rejected and this device's clock is wrong by more than five minutes. The service's
 *   message is the same as for a wrong password.
 * - `trigger`: a trigger function of the pool rejected the request or failed; the message contains the error that the function
 *   threw, if any.
 * - `captcha`: a firewall in front of the service rejected the request with status 405 or 403 and without an error code. AWS WAF
 *   sends status 405 when the user has to solve a CAPTCHA. `responseHeaders` contains the headers of the response.
 */
export type ServiceErrorReason =
  | 'wrong-password'
  | 'too-many-attempts'
  | 'disabled'
  | 'password-expired'
  | 'token-revoked'
  | 'clock-skew'
  | 'trigger'
  | 'captcha'
