import type { Challenge } from '../challenge.ts'
import { ConfigurationError, isCognitoError, type AnyCognitoError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import type { SignInStep } from './step.ts'

/** Secret of an authenticator app, as text to type and as URI for a QR code (`totpUri`). */
export type AuthenticatorSecret = { readonly secretCode: string; readonly uri: string }

/** State of a login page, discriminated by `phase`. */
export type SignInState =
  /** The form for user name and password. `error` is the reason why a sign-in ended without a session. */
  | { readonly phase: 'form'; readonly error?: AnyCognitoError }
  /** A request is pending. `challenge` is the answered challenge, and `authenticator` is the secret that the page shows. */
  | { readonly phase: 'busy'; readonly challenge?: Challenge; readonly authenticator?: AuthenticatorSecret }
  | ChallengeState
  /** The user needs a new password. Call `confirmForgotPassword`, and then sign in with the new password. */
  | { readonly phase: 'passwordReset'; readonly username: string }
  /** The account is not confirmed yet. Call `confirmSignUp`, and then sign in. */
  | { readonly phase: 'confirmSignUp'; readonly username: string }
  /** The user is signed in, and has to decide whether to remember this device. */
  | { readonly phase: 'deviceConsent'; readonly session: Session }
  | { readonly phase: 'signedIn'; readonly session: Session }

/** A challenge to answer. `error` is the reason why the last answer failed. */
export type ChallengeState = {
  readonly phase: 'challenge'
  readonly challenge: Challenge
  readonly error?: AnyCognitoError
  /** Present in MFA_SETUP after `setUpAuthenticator`. */
  readonly authenticator?: AuthenticatorSecret
}

/** State before a sign-in. */
export const FORM: SignInState = { phase: 'form' }

/** Returns the state after a completed request. */
export function stateAfter(step: SignInStep): SignInState {
  if (step.name !== 'SIGNED_IN') return { phase: 'challenge', challenge: step }
  return { phase: step.device === 'needs-consent' ? 'deviceConsent' : 'signedIn', session: step.session }
}

/**
 * Returns the state after a failed request. The challenge stays open unless the service accepts no more answers to it.
 *
 * @param open the state with the answered challenge; undefined when the request was the start of a sign-in
 */
export function stateAfterFailure(
  cause: unknown,
  { username, open, nowMs }: { username: string; open?: ChallengeState | undefined; nowMs: number },
): SignInState {
  const error = isCognitoError(cause) ? cause : new ConfigurationError('The sign-in failed. See `cause`.', { cause })
  if (error.code === 'PasswordResetRequiredException') return { phase: 'passwordReset', username }
  if (error.code === 'UserNotConfirmedException') return { phase: 'confirmSignUp', username }
  const advanced = error.name === 'ChallengeError' && error.challenge
  const after: ChallengeState | undefined = advanced ? { phase: 'challenge', challenge: advanced } : open
  const reason = advanced && isCognitoError(error.cause) ? error.cause : error
  if (!after || isOver(after.challenge, reason, nowMs)) return { phase: 'form', error }
  return { ...after, error }
}

/** Whether a challenge has ended, so that the service accepts no more answers to it. */
function isOver({ expiresAtMs }: Challenge, { name, code, message }: AnyCognitoError, nowMs: number): boolean {
  if (nowMs >= expiresAtMs || code === 'NotAuthorizedException') return true
  // The service accepted the answer, but its response cannot be used.
  const isUnusable = name === 'SrpError' || name === 'SessionError' || name === 'StorageError'
  return isUnusable || (name === 'ChallengeError' && /new sign-in|flow:/.test(message))
}
