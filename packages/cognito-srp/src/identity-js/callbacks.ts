/* oxlint-disable typescript/no-explicit-any -- these are the signatures that programs were written against */
import type { CognitoClient } from '../client.ts'
import { CognitoError, NetworkError, ServiceError, TimeoutError } from '../errors.ts'
import { callService } from '../service/transport.ts'
import type { CognitoUserSession } from './tokens.ts'

/** Callback that gets an error, or null and a result. */
export type NodeCallback<E, T> = (err?: E, result?: T) => void

/** Callback types without constraints. */
export declare namespace NodeCallback {
  /** Callback of any operation. */
  type Any = NodeCallback<Error | undefined, any>
}

/** Callback that gets an error, or null, a result, and the destinations of codes. */
export type UpdateAttributesNodeCallback<E, T, K> = (err?: E, result?: T, details?: K) => void

/** Metadata for the pool's triggers. */
export type ClientMetadata = { [key: string]: string } | undefined

/** Challenges that the pool can send during a sign-in. */
export type ChallengeName =
  | 'CUSTOM_CHALLENGE'
  | 'MFA_SETUP'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SELECT_MFA_TYPE'
  | 'SMS_MFA'
  | 'SOFTWARE_TOKEN_MFA'

/**
 * Callbacks for the possible outcomes of a sign-in step. If the callback for a challenge is missing, `onFailure` gets a
 * TypeError. `onFailure` also gets whatever a callback throws.
 */
export interface IAuthenticationCallback {
  /**
   * Called after the user has signed in. If `userConfirmationNecessary` is true, the device is new and the user decides whether
   * to remember it.
   */
  onSuccess: (session: CognitoUserSession, userConfirmationNecessary?: boolean) => void
  onFailure: (err: any) => void
  /** Call `completeNewPasswordChallenge` next. */
  newPasswordRequired?: (userAttributes: any, requiredAttributes: any) => void
  /** Call `sendMFACode` next. */
  mfaRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Call `sendMFACode` with `SOFTWARE_TOKEN_MFA` next. */
  totpRequired?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Call `sendCustomChallengeAnswer` next. */
  customChallenge?: (challengeParameters: any) => void
  /** Call `associateSoftwareToken` next. */
  mfaSetup?: (challengeName: ChallengeName, challengeParameters: any) => void
  /** Call `sendMFASelectionAnswer` next. */
  selectMFAType?: (challengeName: ChallengeName, challengeParameters: any) => void
}

/** Pair of functions, one for the result and one for the error. */
export type Callbacks<Result = string> = { onSuccess: (result: Result) => void; onFailure: (err: any) => void }

/** Splits a Node-style callback into one function for the result and one for the error. */
export function callbacksOf(callback: NodeCallback<any, any>): Callbacks<any> {
  return { onSuccess: (result) => callback(null, result), onFailure: (error) => callback(error, null) }
}

/**
 * Sends a request and returns the response, both in the service's own format. The response of an operation without output is
 * `{}`.
 */
export function request<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: object,
): Promise<Answer> {
  return callService<Answer>(client, operation, payload, { mayBeEmpty: true })
}

/**
 * Passes the result of `work` to `onResult`, or its error to `onFailure`, always after this function has returned. `onFailure`
 * also gets what `onResult` throws.
 */
export function deliver<T>(
  work: Promise<T>,
  onResult: (result: T) => unknown,
  onFailure: (error: unknown) => unknown,
): void {
  void work.then(onResult).catch((error: unknown) => onFailure(asIncumbent(error)))
}

/**
 * Converts an error from the client to the form that amazon-cognito-identity-js uses. A service error becomes an Error whose
 * `name` and `code` are the service's code. A lost connection or a timeout becomes an Error with the code `NetworkError`. Other
 * errors from the client become an Error without a code. `cause` is the client's own error, which contains more details. Errors
 * that are not from the client are returned unchanged.
 */
export function asIncumbent(error: unknown): unknown {
  if (!(error instanceof CognitoError)) return error
  const isLost = error instanceof NetworkError || error instanceof TimeoutError
  // An Error that the program's own `fetch` throws is passed on unchanged, except a TypeError, which means a lost connection.
  if (error instanceof NetworkError && error.cause instanceof Error && error.cause.name !== 'TypeError')
    return error.cause
  const told = withCause(isLost ? 'Network error' : error.message, error)
  if (isLost) return Object.assign(told, { code: 'NetworkError' })
  return error instanceof ServiceError ? Object.assign(told, { name: error.code, code: error.code }) : told
}

/** Creates an Error whose `cause` is not enumerable, as on newer platforms. */
function withCause(message: string, cause: Error): Error {
  return Object.defineProperty(new Error(message), 'cause', { value: cause, configurable: true, writable: true })
}
