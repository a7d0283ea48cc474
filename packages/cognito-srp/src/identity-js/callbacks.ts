/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import type { CognitoClient } from '../client.ts'
import { CognitoError, NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { callService } from '../service/transport.ts'
import type { CognitoUserSession } from './tokens.ts'

/** Takes an error, or null and a result. */
export type NodeCallback<E, T> = (err?: E, result?: T) => void

/** Callbacks whose types do not matter. */
export declare namespace NodeCallback {
  /** Of any operation. */
  type Any = NodeCallback<Error | undefined, any>
}

/** Takes an error, or null, a result, and where codes went. */
export type UpdateAttributesNodeCallback<E, T, K> = (err?: E, result?: T, details?: K) => void

/** For the pool's triggers. */
export type ClientMetadata = { [key: string]: string } | undefined

/** What the pool may ask in the middle of a sign-in. */
export type ChallengeName =
  | 'CUSTOM_CHALLENGE'
  | 'MFA_SETUP'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SELECT_MFA_TYPE'
  | 'SMS_MFA'
  | 'SOFTWARE_TOKEN_MFA'

/**
 * How a sign-in goes on: one of these is called. A question without its callback goes to `onFailure` as a TypeError, and
 * so does whatever a callback throws.
 */
export interface IAuthenticationCallback {
  /** Signed in. `userConfirmationNecessary`: the device is new, and the person decides whether it is remembered. */
  onSuccess: (session: CognitoUserSession, userConfirmationNecessary?: boolean) => void
  onFailure: (err: any) => void
  /** Go on with `completeNewPasswordChallenge`. */
  newPasswordRequired?: (userAttributes: any, requiredAttributes: any) => void
  /** Go on with `sendMFACode`. */
  mfaRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Go on with `sendMFACode` and `SOFTWARE_TOKEN_MFA`. */
  totpRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Go on with `sendCustomChallengeAnswer`. */
  customChallenge?: (challengeParameters: any) => void
  /** Go on with `associateSoftwareToken`. */
  mfaSetup?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Go on with `sendMFASelectionAnswer`. */
  selectMFAType?: (challengeName: ChallengeName, challengeParameters: any) => void
}

/** One function for the result and one for the error. */
export type Callbacks<Result = string> = { onSuccess: (result: Result) => void; onFailure: (err: any) => void }

/** A callback that takes an error or null and a result, as two. */
export function callbacksOf(callback: NodeCallback<any, any>): Callbacks<any> {
  return { onSuccess: (result) => callback(null, result), onFailure: (error) => callback(error, null) }
}

/** Sends a request and reads the answer, as the service writes them. An operation without output answers `{}`. */
export function request<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
): Promise<Answer> {
  return callService<Answer>(client, operation, payload, { mayBeEmpty: true })
}

/**
 * Hands over what `work` ends with, never before the call has returned. What `onResult` throws goes to `onFailure`.
 */
export function deliver<T>(
  work: Promise<T>,
  onResult: (result: T) => unknown,
  onFailure: (error: unknown) => unknown,
): void {
  void work.then(onResult).catch((error: unknown) => onFailure(asIncumbent(error)))
}

/**
 * An error as programs of amazon-cognito-identity-js know it. The service's has its code as `name` and `code`; a lost
 * connection the code `NetworkError`, and so has an answer that did not come in time; what went wrong here is an Error
 * without a code. `cause` is the client's own error, which knows more.
 */
export function asIncumbent(error: unknown): unknown {
  if (!(error instanceof CognitoError)) return error
  const isLost = error instanceof NetworkError || error instanceof TimeoutError
  // What a replaced `fetch` rejects with on purpose stays as it is.
  if (error instanceof NetworkError && error.cause instanceof Error && error.cause.name !== 'TypeError')
    return error.cause
  const told = withCause(isLost ? 'Network error' : error.message, error)
  if (isLost) return Object.assign(told, { code: 'NetworkError' })
  return error instanceof ServiceError ? Object.assign(told, { name: error.code, code: error.code }) : told
}

/** Of an own property that is not listed, as newer platforms make it. */
function withCause(message: string, cause: Error): Error {
  return Object.defineProperty(new Error(message), 'cause', { value: cause, configurable: true, writable: true })
}
