import type { Challenge } from './challenge.ts'
import type { ServiceErrorCode, ServiceErrorReason } from './service-error-code.ts'

/**
 * Base of every error this library throws. `name` and `code` are literals that survive minification: compare those.
 * Where two copies of the library or two realms meet, {@link isCognitoError} recognizes errors that `instanceof` does
 * not. `JSON.stringify` of an error contains its message.
 *
 * No message, cause or property ever holds a password, a token, a code, `a` or `S`.
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
  /** Stable identifier for the caller's decision; for a {@link ServiceError} the service's own code. */
  declare readonly code: string
  /** What this error comes from, where it has another one. */
  declare readonly cause?: unknown
  /** The operation of the service that failed, by its own name (`InitiateAuth`); undefined where none was meant. */
  declare readonly operation: string | undefined

  /** @param name name of the class, which is also the code unless `facts` has one */
  constructor(name: string, message: string, { cause, ...facts }: Record<string, unknown> = {}) {
    super(message)
    Object.assign(this, { name, code: name }, facts)
    if (cause !== undefined) this.cause = cause // older runtimes ignore the option of Error
  }

  /** The error's fields for `JSON.stringify`, which leaves out the message of other errors. */
  toJSON(): object {
    return { ...(this as object), message: this.message }
  }
}

/**
 * Any error of this library, told apart by `name`; see {@link isCognitoError}.
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
  'ConfigurationError',
] satisfies AnyCognitoError['name'][]

/**
 * Whether a value is an error of this library, also one of another realm (a frame, a test environment) or of another
 * copy of the library, which `instanceof` does not know.
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
  // Other libraries have errors of these names too; a code of this shape they have not.
  const hasOwnCode =
    name === 'ServiceError' ? typeof code === 'string' && typeof statusCode === 'number' : code === name
  return hasOwnCode && NAMES.includes(name)
}

/**
 * Does the work of an operation; an error that ends it tells which one it was, unless it knows already.
 *
 * @param operation the service's name of it, for example `InitiateAuth`
 */
export function inOperation<T>(operation: string, work: () => Promise<T>): Promise<T> {
  // Not async: an async function's frame would push the caller's frame out of a stack trace, which has ten.
  return work().catch((error: unknown) => {
    if (error instanceof CognitoError) (error as { operation?: string | undefined }).operation ??= operation
    throw error
  })
}

/** What is known about an answer that reports a failure. */
export type ServiceErrorFacts = {
  code: string
  reason?: ServiceErrorReason | undefined
  statusCode: number
  requestId?: string | undefined
  retryable: boolean
  /** What the service asked for in `Retry-After`, in milliseconds. */
  retryAfterMs?: number | undefined
  /** By how much this device's clock was ahead of the answer's `Date`. */
  clockDriftSeconds?: number | undefined
}

/**
 * The service answered, and the answer is a failure or cannot be read (a proxy's HTML page, an empty body). `code` is
 * the service's own exception name (`NotAuthorizedException`, `CodeMismatchException`, …), or `UnknownError` when the
 * answer names none.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   const isRefused = error instanceof ServiceError && error.code === 'NotAuthorizedException'
 *   console.log(isRefused ? 'User name or password is wrong.' : 'Please try again.')
 * }
 */
export class ServiceError extends CognitoError {
  declare readonly name: 'ServiceError'
  /** The service's own name of the failure. */
  declare readonly code: ServiceErrorCode | (string & Record<never, never>)
  /** What the code means, where that is known beyond the code; undefined for codes that say it themselves. */
  declare readonly reason: ServiceErrorReason | undefined
  /** HTTP status of the answer. */
  declare readonly statusCode: number
  /** The service's own number for the request (`x-amzn-requestid`), where it can be read. */
  declare readonly requestId: string | undefined
  /** Whether the same request may succeed later: a throttled request, a failing server, an unreadable answer. */
  declare readonly retryable: boolean
  /** How long the service asked to wait (`Retry-After`), in milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /**
   * By how much this device's clock was ahead of the service's, by the answer's `Date` header where it can be read. The
   * service refuses an SRP proof that is more than five minutes off, and words it like a wrong password.
   */
  declare readonly clockDriftSeconds: number | undefined

  constructor(message: string, facts: ServiceErrorFacts) {
    super('ServiceError', message, facts)
  }
}

/**
 * No complete answer arrived: no connection, a refused or a dropped one. `cause` is what `fetch` rejected with.
 *
 * @example
 * try {
 *   await getSession(client)
 * } catch (error) {
 *   if (error instanceof NetworkError) console.log('No connection. Nothing is lost: try again.')
 * }
 */
export class NetworkError extends CognitoError {
  declare readonly name: 'NetworkError'
  declare readonly code: 'NetworkError'
  /** The host that was asked, with its port where it has one; undefined where the endpoint is a path. */
  declare readonly host: string | undefined

  constructor(cause?: unknown, host?: string) {
    super('NetworkError', 'Network error', { cause, host })
  }
}

/**
 * No complete answer arrived within the client's `timeoutMs`.
 *
 * @example
 * try {
 *   await getUser(client)
 * } catch (error) {
 *   if (error instanceof TimeoutError) console.log('No answer in time: try again.')
 * }
 */
export class TimeoutError extends CognitoError {
  declare readonly name: 'TimeoutError'
  declare readonly code: 'TimeoutError'
  /** The host that was asked, with its port where it has one; undefined where the endpoint is a path. */
  declare readonly host: string | undefined

  constructor(timeoutMs: number, host?: string) {
    super('TimeoutError', `No answer within ${timeoutMs} ms.`, { host })
  }
}

/**
 * A value of the SRP protocol that the client must not go on with: a malformed or degenerate B, u = 0, A mod N = 0.
 * Thrown by the formulas; the sign-in is over and a new one may be started.
 *
 * @example
 * import { createCognitoClient, signIn, SrpError } from '@cognito-srp/client'
 *
 * const client = createCognitoClient({ userPoolId: 'sa-east-1_AbCdEf123', clientId: '1example23456789' })
 * try {
 *   await signIn(client, { username: 'ana@example.com', password: 'Senha-123' })
 * } catch (error) {
 *   if (error instanceof SrpError) console.log('This endpoint is not to be trusted.')
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
 * - `nobody`: no user is signed in here, or only another user.
 * - `ended`: the stored session has expired or is incomplete, and cannot be renewed.
 * - `foreign-tokens`: a token is missing, cannot be read, or belongs to another user pool, app client or user.
 * - `refused`: the service refused the refresh token.
 */
export type SessionErrorReason = 'nobody' | 'ended' | 'foreign-tokens' | 'refused'

/**
 * There is no session, or it can no longer be used or renewed: the user has to sign in again. `reason` says why.
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
 * An answer to a challenge lacks something, the challenge is damaged or expired, or the service asks for a step that
 * cannot be taken from here. Nothing was stored.
 *
 * @example
 * declare const setup: ChallengeOf<'MFA_SETUP'>
 * try {
 *   await respondToChallenge(client, setup, { userCode: await ask('Code') })
 * } catch (error) {
 *   if (error instanceof ChallengeError && error.challenge) console.log('Verified: answer this one, without a code.')
 * }
 */
export class ChallengeError extends CognitoError {
  declare readonly name: 'ChallengeError'
  declare readonly code: 'ChallengeError'
  /** The challenge to go on with, when it has advanced since it was given out (MFA_SETUP after a verified code). */
  declare readonly challenge: Challenge | undefined

  constructor(message: string, { cause, challenge }: { cause?: unknown; challenge?: Challenge } = {}) {
    super('ChallengeError', message, { cause, challenge })
  }
}

/**
 * The token storage threw, is full, or did not keep what it was given. `cause` is what it threw.
 *
 * @example
 * try {
 *   await signIn(client, { username, password })
 * } catch (error) {
 *   if (error instanceof StorageError) console.log('This browser keeps nothing: sign in with memoryStorage().')
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
 * Why there is no passkey: the person cancelled or waited too long (browsers do not tell these apart), the browser gave
 * the question up, the device has a passkey of this account already, the platform has no passkeys, the page is neither
 * HTTPS nor localhost, the pool's passkeys are for another address, or something else, which is the `cause`.
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
 * The browser made or proved no passkey; `reason` says why, `cause` is what the browser rejected with.
 *
 * @example
 * try {
 *   await registerPasskey(client)
 * } catch (error) {
 *   if (!(error instanceof PasskeyError)) throw error
 *   if (error.reason === 'exists') console.log('This device has a passkey already.')
 *   else if (error.reason !== 'cancelled') console.log('No passkeys here.')
 * }
 */
export class PasskeyError extends CognitoError {
  declare readonly name: 'PasskeyError'
  declare readonly code: 'PasskeyError'
  /** What a program can decide by. */
  declare readonly reason: PasskeyErrorReason

  constructor(message: string, facts: { reason: PasskeyErrorReason; cause?: unknown }) {
    super('PasskeyError', message, facts)
  }
}

/**
 * The calling program passed something that can never work; no request was made.
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
