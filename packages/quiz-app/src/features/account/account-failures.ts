import { ownValue } from '../../own-value.ts'
import { describeFailure, failureKind, failureOf } from '../../session/identity-failure.ts'
import type { FailureKind } from '../../session/identity-failure.ts'
import { accountFailureText, unknownAccountFailure } from '../../text/account.ts'

/** Kinds of failure that occur only for a signed-in user. */
type OwnKind = keyof typeof accountFailureText

export type AccountFailureKind = FailureKind | OwnKind

const KIND_BY_CODE: Record<string, OwnKind> = {
  UserNotFoundException: 'account-gone',
  ResourceNotFoundException: 'gone',
  ForbiddenException: 'refused',
  EnableSoftwareTokenMFAException: 'wrong-app-code',
  AliasExistsException: 'number-taken',
  WebAuthnChallengeNotFoundException: 'registration-expired',
  WebAuthnCredentialNotSupportedException: 'passkey-refused',
  WebAuthnOriginNotAllowedException: 'address-refused',
  WebAuthnRelyingPartyMismatchException: 'address-refused',
  SoftwareTokenMFANotFoundException: 'not-offered',
  WebAuthnNotEnabledException: 'not-offered',
  WebAuthnConfigurationMissingException: 'not-offered',
  InvalidUserPoolConfigurationException: 'not-offered',
  FeatureUnavailableInTierException: 'not-offered',
  InternalErrorException: 'server-failed',
  HttpStatus: 'server-failed', // this code and the next code come from the product API
  MalformedReply: 'server-failed',
  VersionError: 'newer-app', // this code comes from the browser's storage
  Unreachable: 'no-reply',
  NoToken: 'no-reply',
}

/** Returns the kind of a failure, or null if the app has no text for the failure. */
export function accountFailureKind(cause: unknown): AccountFailureKind | null {
  const failure = failureOf(cause)
  if (failure.code === 'NotAuthorizedException') {
    if (/scope/i.test(failure.message)) return 'scope-missing'
    if (/user does not exist/i.test(failure.message)) return 'account-gone'
  }
  return ownValue(KIND_BY_CODE, failure.code) ?? failureKind(failure)
}

/** Texts that replace the usual texts in one section. */
export type PartTexts = Partial<Record<AccountFailureKind, string>>

/** Describes a failure in Portuguese. */
export function describeAccountFailure(cause: unknown, texts: PartTexts = {}): string {
  const kind = accountFailureKind(cause)
  const text = kind === null ? undefined : (texts[kind] ?? ownValue<string>(accountFailureText, kind))
  return text ?? describeFailure(failureOf(cause), unknownAccountFailure)
}

/** Whether no reply arrived, so that the operation may have succeeded. */
export function isUnconfirmed(cause: unknown): boolean {
  const kind = accountFailureKind(cause)
  return kind === 'unreachable' || kind === 'slow' || kind === 'no-reply'
}
