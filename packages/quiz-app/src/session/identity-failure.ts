import type { ServiceError, ServiceErrorReason } from '@cognito-srp/client'

import { ownValue } from '../own-value.ts'
import { identityFailureText, serviceMessage, unknownFailure, wrongClockText } from '../text/identity-failure-text.ts'
import { weakPasswordText } from '../text/password.ts'

/** Failure of an identity client call. Reason, code and, for some codes, the message determine the text for the user. */
export type IdentityFailure = Pick<ServiceError, 'code' | 'message'> &
  Partial<Pick<ServiceError, 'reason' | 'clockDriftSeconds'>>

/** Kind of failure. Each kind has its own text, because the user's remedy differs. */
export type FailureKind = keyof typeof identityFailureText | 'weak-password'

/** Maximum clock drift at which the service accepts a proof. */
const MAX_CLOCK_DRIFT_SECONDS = 5 * 60

/** Kinds by the client's reason, except for Lambda triggers, whose messages are shown unchanged. */
const KIND_BY_REASON: Record<Exclude<ServiceErrorReason, 'trigger'>, FailureKind> = {
  'wrong-password': 'wrong-credentials',
  'clock-skew': 'wrong-credentials',
  'too-many-attempts': 'too-many-attempts',
  disabled: 'account-disabled',
  'password-expired': 'temporary-password-expired',
  'token-revoked': 'session-over',
  captcha: 'request-blocked',
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  // The text is that of a wrong password, so that it does not reveal whether an account exists.
  UserNotFoundException: 'wrong-credentials',
  UserNotConfirmedException: 'account-unconfirmed',
  PasswordResetRequiredException: 'password-reset-required',
  AliasExistsException: 'address-taken',
  TooManyRequestsException: 'too-many-requests',
  LimitExceededException: 'too-many-attempts',
  CodeMismatchException: 'wrong-code',
  EnableSoftwareTokenMFAException: 'wrong-code',
  ExpiredCodeException: 'code-expired',
  RefusedCodeError: 'code-refused',
  PasswordAsAnswerError: 'password-as-answer',
  WrongAnswerError: 'wrong-answer',
  CodeDeliveryFailureException: 'code-undeliverable',
  InvalidPasswordException: 'weak-password',
  PasswordHistoryPolicyViolationException: 'password-used-before',
  SessionError: 'session-over',
  NetworkError: 'unreachable',
  TimeoutError: 'slow',
  StorageError: 'storage-refused',
  SrpError: 'proof-failed',
  PasskeyError: 'passkey-unused',
}

type KindsByMessage = readonly (readonly [RegExp, FailureKind])[]

/**
 * Known messages with the code NotAuthorizedException, which the service uses for many failures. The app matches these messages
 * only if the client does not report a reason.
 */
const NOT_AUTHORIZED_KINDS: KindsByMessage = [
  [/no readable body/i, 'wrong-credentials'],
  [/password cannot be reset in the current state/i, 'temporary-password-unused'],
  [/current status is confirmed/i, 'account-confirmed'],
  [/session.*(expired|invalid)|invalid session/i, 'challenge-expired'],
  [/(access|refresh) token/i, 'session-over'],
  [/\b(code|otp)\b/i, 'wrong-code'],
]
/** Message of the client's error for a password challenge that the sign-in's flow does not support. */
const CHALLENGE_KINDS: KindsByMessage = [[/flow: 'USER_AUTH'/, 'password-wanted']]
const INVALID_PARAMETER_KINDS: KindsByMessage = [
  [/no registered\/verified/i, 'no-verified-address'],
  [/already confirmed/i, 'account-confirmed'],
  [/cannot resend codes|to send a code to/i, 'code-undeliverable'],
  [/not enabled for (this|the) client|method not supported/i, 'flow-not-enabled'],
  [/'(confirmationCode|userCode|code)'/, 'wrong-code'],
  [/'(password|proposedPassword)'/, 'weak-password'],
  [/email address format|'username'/i, 'invalid-email'],
  [/phone number/i, 'invalid-phone'],
]

/** Matches the service's message about a failed trigger: a prefix, the trigger's own message, and a full stop. */
const TRIGGER_MESSAGE = /^\w+ failed with error ([\s\S]*?)\.?$/

/** Returns the properties of an error that determine its text. */
export function failureOf(cause: unknown): IdentityFailure {
  if (!(cause instanceof Error)) return { code: 'UnknownError', message: String(cause) }
  const { code, message, reason, clockDriftSeconds } = cause as Error & Partial<ServiceError>
  // The code of a DOMException is a number.
  return { code: typeof code === 'string' ? code : cause.name, message, reason, clockDriftSeconds }
}

/** Returns the kind of a failure, or null if the app has no text for the failure. */
export function failureKind({ code, message, reason }: IdentityFailure): FailureKind | null {
  const kind = reason && ownValue<FailureKind>(KIND_BY_REASON, reason)
  if (kind) return kind
  if (code === 'NotAuthorizedException') return kindByMessage(NOT_AUTHORIZED_KINDS, message)
  if (code === 'ChallengeError') return kindByMessage(CHALLENGE_KINDS, message) ?? 'challenge-expired'
  if (code === 'InvalidParameterException') return kindByMessage(INVALID_PARAMETER_KINDS, message) ?? 'invalid-input'
  return ownValue(KIND_BY_CODE, code) ?? null
}

/**
 * Describes a failure in Portuguese. A message from the pool's own code is shown as it is; the text for an unknown code contains the code.
 *
 * @param describeUnknown returns the text for an unknown code
 */
export function describeFailure(failure: IdentityFailure, describeUnknown = unknownFailure): string {
  const kind = failureKind(failure)
  if (kind === null) return writtenByThePool(failure) ?? describeUnknown(failure.code)
  const text = kind === 'weak-password' ? weakPasswordText(failure.message) : identityFailureText[kind]
  const { clockDriftSeconds: drift = 0 } = failure
  const mayBeTheClock = kind === 'wrong-credentials' || kind === 'wrong-code'
  return mayBeTheClock && Math.abs(drift) > MAX_CLOCK_DRIFT_SECONDS ? `${text} ${wrongClockText(drift)}` : text
}

function writtenByThePool({ code, message }: IdentityFailure): string | null {
  if (code === 'NotAuthorizedException') return serviceMessage(message)
  if (code !== 'UserLambdaValidationException') return null
  return serviceMessage(TRIGGER_MESSAGE.exec(message)?.[1] ?? message)
}

function kindByMessage(kinds: KindsByMessage, message: string): FailureKind | null {
  return kinds.find(([pattern]) => pattern.test(message))?.[1] ?? null
}
