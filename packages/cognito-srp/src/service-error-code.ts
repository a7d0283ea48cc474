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
 * What the service means, where one code stands for several things and its words tell them apart.
 *
 * - `wrong-password`: user name or password; a pool that hides who has an account says so of an unknown user too.
 * - `too-many-attempts`: this person has to wait, whatever they type.
 * - `disabled`: an administrator has closed the account.
 * - `password-expired`: a temporary password that was not used in time; an administrator has to make a new one.
 * - `token-revoked`: somebody signed out everywhere, or a rotated refresh token was used again.
 * - `clock-skew`: the proof of a password was refused and this device's clock is more than five minutes off, for which
 *   the service has the words of a wrong password.
 * - `trigger`: a function of the pool refused or failed; the message holds its words.
 */
export type ServiceErrorReason =
  | 'wrong-password'
  | 'too-many-attempts'
  | 'disabled'
  | 'password-expired'
  | 'token-revoked'
  | 'clock-skew'
  | 'trigger'
