import type { ServiceError, ServiceErrorReason } from '@cognito-srp/client'

import { ownValue } from '../own-value.ts'
import { identityFailureText, serviceMessage, unknownFailure, wrongClockText } from '../text/identity-failure-text.ts'
import { weakPasswordText } from '../text/password.ts'

/** How a call of the identity client failed: reason, code and, for some codes, the message decide what the person reads. */
export type IdentityFailure = Pick<ServiceError, 'code' | 'message'> &
  Partial<Pick<ServiceError, 'reason' | 'clockDriftSeconds'>>

/** What a person can do about a failure differs by kind; each has a text of its own. */
export type FailureKind = keyof typeof identityFailureText | 'weak-password'

/** A proof from a clock further off than this is refused by the service. */
const MAX_CLOCK_DRIFT_SECONDS = 5 * 60

/** A trigger's words are shown as written, where the code tells that there are any. */
const KIND_BY_REASON: Record<Exclude<ServiceErrorReason, 'trigger'>, FailureKind> = {
  'wrong-password': 'wrong-credentials',
  'clock-skew': 'wrong-credentials',
  'too-many-attempts': 'too-many-attempts',
  disabled: 'account-disabled',
  'password-expired': 'temporary-password-expired',
  'token-revoked': 'session-over',
}

const KIND_BY_CODE: Record<string, FailureKind> = {
  UserNotFoundException: 'wrong-credentials', // reads like a wrong password: it must not tell who has an account
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

/** The service says many things with these codes; where the client has no reason, its known messages tell them apart. */
const NOT_AUTHORIZED_KINDS: KindsByMessage = [
  [/no readable body/i, 'wrong-credentials'],
  [/password cannot be reset in the current state/i, 'temporary-password-unused'],
  [/current status is confirmed/i, 'account-confirmed'],
  [/session.*(expired|invalid)|invalid session/i, 'challenge-expired'],
  [/(access|refresh) token/i, 'session-over'],
  [/\b(code|otp)\b/i, 'wrong-code'],
]
/** The client refuses questions for the password that the flow of the sign-in has not. */
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

/** A trigger's own words in the service's sentence, which ends with a full stop of the service. */
const TRIGGER_MESSAGE = /^\w+ failed with error ([\s\S]*?)\.?$/

/** What is kept of an error. */
export function failureOf(cause: unknown): IdentityFailure {
  if (!(cause instanceof Error)) return { code: 'UnknownError', message: String(cause) }
  const { code, message, reason, clockDriftSeconds } = cause as Error & Partial<ServiceError>
  return { code: typeof code === 'string' ? code : cause.name, message, reason, clockDriftSeconds } // a DOMException has a number
}

/** The kind of a failure; null when the app has no words of its own for it. */
export function failureKind({ code, message, reason }: IdentityFailure): FailureKind | null {
  const kind = reason && ownValue<FailureKind>(KIND_BY_REASON, reason)
  if (kind) return kind
  if (code === 'NotAuthorizedException') return kindByMessage(NOT_AUTHORIZED_KINDS, message)
  if (code === 'ChallengeError') return kindByMessage(CHALLENGE_KINDS, message) ?? 'challenge-expired'
  if (code === 'InvalidParameterException') return kindByMessage(INVALID_PARAMETER_KINDS, message) ?? 'invalid-input'
  return ownValue(KIND_BY_CODE, code) ?? null
}

/**
 * A failure in Portuguese. What the pool's own program wrote is shown as written; another unknown code is named.
 *
 * @param describeUnknown says what was not possible, with the code
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
