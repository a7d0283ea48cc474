import type { Challenge } from './challenge.ts'
import type { ServiceErrorCode, ServiceErrorReason } from './service-error-code.ts'

/**
 * Base class of this library's errors. Compare `name` and `code`, which are literals that survive minification. {@link
 * isCognitoError} also recognizes errors from other realms and other copies of the library, which `instanceof` does not.
 * `JSON.stringify` includes the message.
 *
 * This library never puts a password, a token, a one-time code, `a` or `S` into an error.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   if (!(error instanceof CognitoError)) throw error
 *   console.log(error.name, error.code)
 * }
 */
export class CognitoError extends Error {
  /** Stable identifier for the kind of error. The code of a {@link ServiceError} is the service's own, or `UnknownError`. */
  declare readonly code: string
  /** The error or value that caused this error, if any. */
  declare readonly cause?: unknown
  /**
   * Name of the service operation that failed (for example `InitiateAuth`); undefined if the error does not belong to an
   * operation.
   */
  declare readonly operation: string | undefined

  /** @param name name of the class, which is also the code unless `facts` contains a code */
  constructor(name: string, message: string, { cause, ...facts }: Record<string, unknown> = {}) {
    super(message)
    Object.assign(this, { name, code: name }, facts)
    if (cause !== undefined) this.cause = cause // older runtimes ignore the `cause` option of Error
  }

  /** Returns the error's fields for `JSON.stringify`, which omits the message of ordinary errors. */
  toJSON(): object {
    return { ...(this as object), message: this.message }
  }
}

/**
 * Union of this library's error classes. `name` discriminates them; see {@link isCognitoError}.
 *
 * @example
 * function advise(error: AnyCognitoError): string {
 *   switch (error.name) {
 *     case 'NetworkError':
 *     case 'TimeoutError':
 *       return `${error.host} cannot be reached.`
 *     case 'ServiceError':
 *       return error.reason === 'too-many-attempts' ? 'Wait a little.' : error.code
 *     default:
 *       return error.message
 *   }
 * }
 */
export type AnyCognitoError =
  | ServiceError
  | NetworkError
  | TimeoutError
  | SrpError
  | SessionError
  | ChallengeError
  | StorageError
  | PasskeyError
  | HostedLoginError
  | ConfigurationError

const NAMES: readonly unknown[] = [
  'ServiceError',
  'NetworkError',
  'TimeoutError',
  'SrpError',
  'SessionError',
  'ChallengeError',
  'StorageError',
  'PasskeyError',
  'HostedLoginError',
  'ConfigurationError',
] satisfies AnyCognitoError['name'][]

/**
 * Whether a value is an error of this library. Unlike `instanceof`, this function also recognizes errors from another realm (a
 * frame, a test environment) or another copy of the library.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   if (!isCognitoError(error)) throw error
 *   if (error.name === 'ServiceError') console.log(error.code, error.reason)
 * }
 */
export function isCognitoError(value: unknown): value is AnyCognitoError {
  if (Object.prototype.toString.call(value) !== '[object Error]') return false
  const { name, code, statusCode } = value as Partial<ServiceError>
  // Other libraries also have errors with these names, but without such a code.
  const hasOwnCode =
    name === 'ServiceError' ? typeof code === 'string' && typeof statusCode === 'number' : code === name
  return hasOwnCode && NAMES.includes(name)
}

/**
 * Runs `work` and sets `operation` on an error of this library, unless `operation` is already set.
 *
 * @param operation the service's name of the operation, for example `InitiateAuth`
 */
export function inOperation<T>(operation: string, work: () => Promise<T>): Promise<T> {
  // This function is not async, because the frame of an async function would push the caller's frame out of the stack trace,
  // which has ten frames.
  return work().catch((error: unknown) => {
    if (error instanceof CognitoError) (error as { operation?: string | undefined }).operation ??= operation
    throw error
  })
}

/** Facts about a failed response. */
export type ServiceErrorFacts = {
  code: string
  reason?: ServiceErrorReason | undefined
  statusCode: number
  requestId?: string | undefined
  retryable: boolean
  /** Delay that the service requested with `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined
  /** Number of seconds by which this device's clock was ahead of the response's `Date`. */
  clockDriftSeconds?: number | undefined
  /** Headers of the response, if a firewall rejected the request. */
  responseHeaders?: ResponseHeaders | undefined
}

/** Headers of a response. */
export type ResponseHeaders = {
  /** Returns the value of a header. The name is case-insensitive. */
  get(name: string): string | null
}

/**
 * Thrown when the service returned an error, or a response that cannot be read (a proxy's HTML page, an empty body). `code` is
 * the service's own exception name (`NotAuthorizedException`, `CodeMismatchException`, …), or `UnknownError` if the response
 * contains no name.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   const isWrong = error instanceof ServiceError && error.code === 'NotAuthorizedException'
 *   console.log(isWrong ? 'User name or password is wrong.' : 'Please try again.')
 * }
 */
export class ServiceError extends CognitoError {
  declare readonly name: 'ServiceError'
  /** The service's own exception name, or `UnknownError`. */
  declare readonly code: ServiceErrorCode | (string & Record<never, never>)
  /** Cause of the failure, if the response matches a known {@link ServiceErrorReason}. */
  declare readonly reason: ServiceErrorReason | undefined
  /** HTTP status of the response. */
  declare readonly statusCode: number
  /** The service's id of the request (`x-amzn-requestid`), if the program can read that header. */
  declare readonly requestId: string | undefined
  /**
   * Whether the same request may succeed later. True if the request was throttled, the server failed, or a response with a
   * success status was unreadable.
   */
  declare readonly retryable: boolean
  /** Delay that the service requested with `Retry-After`, in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /**
   * Number of seconds by which this device's clock was ahead of the response's `Date` header, if the program can read that
   * header. If the clock is wrong by more than five minutes, the service rejects an SRP proof with the same message as a wrong
   * password.
   */
  declare readonly clockDriftSeconds: number | undefined
  /**
   * Headers of the response, if a firewall rejected the request (`reason: 'captcha'`). AWS WAF sends `x-amzn-waf-action`. A page
   * can read only the headers that the response exposes to other origins.
   */
  declare readonly responseHeaders: ResponseHeaders | undefined

  constructor(message: string, facts: ServiceErrorFacts) {
    super('ServiceError', message, facts)
  }
}

/**
 * Thrown when no complete response arrived, for example because the connection failed or was dropped. `cause` is the underlying
 * error, for example from `fetch` or from the client's `headers` function.
 *
 * @example
 * try {
 *   await getSession(client)
 * } catch (error) {
 *   if (error instanceof NetworkError) console.log('There is no connection. Please try again.')
 * }
 */
export class NetworkError extends CognitoError {
  declare readonly name: 'NetworkError'
  declare readonly code: 'NetworkError'
  /** Host of the request, with the port if the endpoint contains one; undefined if the endpoint is a path. */
  declare readonly host: string | undefined

  constructor(cause?: unknown, host?: string) {
    super('NetworkError', 'Network error', { cause, host })
  }
}

/**
 * Thrown when no complete response arrived within the client's `timeoutMs` (at most 8 seconds during a token refresh).
 *
 * @example
 * try {
 *   await getUser(client)
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.log('The server did not respond in time. Please try again.')
 * }
 */
export class TimeoutError extends CognitoError {
  declare readonly name: 'TimeoutError'
  declare readonly code: 'TimeoutError'
  /** Host of the request, with the port if the endpoint contains one; undefined if the endpoint is a path. */
  declare readonly host: string | undefined

  constructor(timeoutMs: number, host?: string) {
    super('TimeoutError', `No response within ${timeoutMs} ms.`, { host })
  }
}

/**
 * Thrown when an SRP challenge is malformed, or a value requires the client to abort (a degenerate B, u = 0 or A mod N = 0). The
 * sign-in has ended; the user may start a new one.
 *
 * @example
 * import { createCognitoClient, signIn, SrpError } from '@cognito-srp/client'
 *
 * const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
 * try {
 *   await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })
 * } catch (error) {
 *   if (error instanceof SrpError) console.log('Do not trust this endpoint.')
 * }
 */
export class SrpError extends CognitoError {
  declare readonly name: 'SrpError'
  declare readonly code: 'SrpError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('SrpError', message, options)
  }
}

/**
 * Why there is no session.
 *
 * - `nobody`: this client does not have a signed-in user, or the requested user is not signed in.
 * - `ended`: the stored session has expired or is incomplete and cannot be renewed, or the storage lacks the refresh token or the
 *   device that the call needs.
 * - `foreign-tokens`: a token is missing, cannot be read, contains no user name, or belongs to another user pool, app client,
 *   user or sign-in.
 * - `refused`: the service rejected the refresh token.
 */
export type SessionErrorReason = 'nobody' | 'ended' | 'foreign-tokens' | 'refused'

/**
 * Thrown when there is no session, or the session can no longer be used or renewed. In most cases, the user has to sign in again.
 * `reason` says why.
 *
 * @example
 * try {
 *   await getSession(client)
 * } catch (error) {
 *   if (!(error instanceof SessionError)) throw error
 *   console.log(error.reason === 'nobody' ? 'Please sign in.' : 'Your session has ended. Please sign in again.')
 * }
 */
export class SessionError extends CognitoError {
  declare readonly name: 'SessionError'
  declare readonly code: 'SessionError'
  /** Why there is no session. */
  declare readonly reason: SessionErrorReason

  constructor(message: string, facts: { reason: SessionErrorReason; cause?: unknown }) {
    super('SessionError', message, facts)
  }
}

/**
 * Thrown when a challenge or its answer is incomplete, damaged or expired, or the service's response is unusable or requests a
 * step that this sign-in does not support. Nothing was stored.
 *
 * @example
 * declare const setup: ChallengeOf<'MFA_SETUP'>
 * try {
 *   await respondToChallenge(client, setup, { userCode: await ask('Code') })
 * } catch (error) {
 *   if (error instanceof ChallengeError && error.challenge) console.log('The code was accepted. Answer error.challenge.')
 * }
 */
export class ChallengeError extends CognitoError {
  declare readonly name: 'ChallengeError'
  declare readonly code: 'ChallengeError'
  /** The challenge to answer next, if the failed call has changed the challenge (`MFA_SETUP` after a verified code). */
  declare readonly challenge: Challenge | undefined

  constructor(message: string, facts?: { cause?: unknown; challenge?: Challenge }) {
    super('ChallengeError', message, facts)
  }
}

/**
 * Thrown when the token storage throws, is full, does not keep a value, or does not remove a value. `cause` is the storage's own
 * error, if there is one.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   if (error instanceof StorageError) console.log('This browser cannot store the session. Use memoryStorage().')
 * }
 */
export class StorageError extends CognitoError {
  declare readonly name: 'StorageError'
  declare readonly code: 'StorageError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('StorageError', message, options)
  }
}

/**
 * Why the WebAuthn ceremony failed.
 *
 * - `cancelled`: the user cancelled, waited too long, or has no matching passkey. Browsers do not distinguish these cases.
 * - `aborted`: the browser aborted the ceremony.
 * - `exists`: the device already has a passkey for this account.
 * - `unsupported`: the platform does not support passkeys or the requested options.
 * - `insecure`: the page uses neither HTTPS nor localhost.
 * - `wrong-origin`: the pool's passkeys are for a different domain.
 * - `failed`: another error occurred; see `cause`.
 */
export type PasskeyErrorReason =
  | 'cancelled'
  | 'aborted'
  | 'exists'
  | 'unsupported'
  | 'insecure'
  | 'wrong-origin'
  | 'failed'

/**
 * Thrown when a passkey could not be created or used. `reason` says why; `cause` is the error of the browser or authenticator, if
 * there is one.
 *
 * @example
 * try {
 *   await registerPasskey(client)
 * } catch (error) {
 *   if (!(error instanceof PasskeyError)) throw error
 *   if (error.reason === 'exists') console.log('This device already has a passkey.')
 *   else if (error.reason !== 'cancelled') console.log('Passkeys cannot be used here.')
 * }
 */
export class PasskeyError extends CognitoError {
  declare readonly name: 'PasskeyError'
  declare readonly code: 'PasskeyError'
  /** Why the WebAuthn ceremony failed. */
  declare readonly reason: PasskeyErrorReason

  constructor(message: string, facts: { reason: PasskeyErrorReason; cause?: unknown }) {
    super('PasskeyError', message, facts)
  }
}

/**
 * Why a sign-in on the hosted pages failed.
 *
 * - `cancelled`: the user cancelled, or came back to the page without signing in.
 * - `closed`: the user closed the popup.
 * - `blocked`: the browser blocked the popup.
 * - `timeout`: the sign-in took too long.
 * - `state-mismatch`: this browser did not start the sign-in, or the code was already used.
 * - `nonce-mismatch`: the id token belongs to another sign-in.
 * - `code-rejected`: the pool rejected the authorization code.
 * - `pool-error`: the pool returned another error or invalid tokens. `error` and `errorDescription` contain the pool's error.
 */
export type HostedLoginErrorReason =
  | 'cancelled'
  | 'closed'
  | 'blocked'
  | 'timeout'
  | 'state-mismatch'
  | 'nonce-mismatch'
  | 'code-rejected'
  | 'pool-error'

/** Facts about a failed sign-in on the hosted pages. */
export type HostedLoginErrorFacts = {
  reason: HostedLoginErrorReason
  error?: string | undefined
  errorDescription?: string | undefined
}

/**
 * Thrown when a sign-in on the pool's hosted pages failed. No session was stored. `reason` says why.
 *
 * @example
 * declare function openHostedPages(): Promise<void>
 * try {
 *   await openHostedPages()
 * } catch (error) {
 *   if (!(error instanceof HostedLoginError)) throw error
 *   if (error.reason === 'blocked') console.log('Please allow popups for this site.')
 *   else if (error.reason !== 'cancelled' && error.reason !== 'closed') console.log('Please sign in again.')
 * }
 */
export class HostedLoginError extends CognitoError {
  declare readonly name: 'HostedLoginError'
  declare readonly code: 'HostedLoginError'
  /** Why the sign-in failed. */
  declare readonly reason: HostedLoginErrorReason
  /** The pool's error code (RFC 6749 §4.1.2.1 and §5.2), for example `invalid_request`, if the pool returned one. */
  declare readonly error: string | undefined
  /**
   * The pool's description of the error. Anyone can craft a URL with a description, so show the description only as plain text.
   */
  declare readonly errorDescription: string | undefined

  constructor(message: string, facts: HostedLoginErrorFacts) {
    super('HostedLoginError', message, facts)
  }
}

/**
 * Thrown when an argument or option is invalid, or the platform lacks a required function. In most cases, no request was sent.
 *
 * @example
 * try {
 *   createCognitoClient({ userPoolId: 'sa-east-1', clientId: '1example23456789' })
 * } catch (error) {
 *   if (error instanceof ConfigurationError) console.log(error.message) // Invalid UserPoolId format.
 * }
 */
export class ConfigurationError extends CognitoError {
  declare readonly name: 'ConfigurationError'
  declare readonly code: 'ConfigurationError'

  constructor(message: string, options?: { cause?: unknown }) {
    super('ConfigurationError', message, options)
  }
}
