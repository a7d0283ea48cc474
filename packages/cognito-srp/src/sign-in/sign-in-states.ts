import type { Challenge } from '../challenge.ts'
import { ConfigurationError, isCognitoError, type AnyCognitoError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import type { SignInStep } from './step.ts'

/** What an authenticator app is set up with: the secret to type, and the text of the QR code (`totpUri`). */
export type AuthenticatorSecret = { readonly secretCode: string; readonly uri: string }

/** State of a login page, by `phase`. */
export type SignInState =
  /** User name and password; `error` is why a sign-in failed for good. */
  | { readonly phase: 'form'; readonly error?: AnyCognitoError }
  /** A request is under way; `challenge` is the one that it answers, with what the page shows beside it. */
  | { readonly phase: 'busy'; readonly challenge?: Challenge; readonly authenticator?: AuthenticatorSecret }
  | ChallengeState
  /** The user needs a new password: `confirmForgotPassword`, then sign in with it. */
  | { readonly phase: 'passwordReset'; readonly username: string }
  /** The account is not confirmed yet: `confirmSignUp`, then sign in. */
  | { readonly phase: 'confirmSignUp'; readonly username: string }
  /** Signed in; the pool asks whether to remember this device. */
  | { readonly phase: 'deviceConsent'; readonly session: Session }
  | { readonly phase: 'signedIn'; readonly session: Session }

/** A challenge to answer; `error` is why the last answer was refused. */
export type ChallengeState = {
  readonly phase: 'challenge'
  readonly challenge: Challenge
  readonly error?: AnyCognitoError
  /** Present in MFA_SETUP after `setUpAuthenticator`. */
  readonly authenticator?: AuthenticatorSecret
}

/** The state before a sign-in. */
export const FORM: SignInState = { phase: 'form' }

/** The state that a completed request leads to. */
export function stateAfter(step: SignInStep): SignInState {
  if (step.name !== 'SIGNED_IN') return { phase: 'challenge', challenge: step }
  return { phase: step.device === 'needs-consent' ? 'deviceConsent' : 'signedIn', session: step.session }
}

/**
 * The state that a failed request leads to: the challenge stays open unless it is over.
 *
 * @param open the state with the challenge that was answered; undefined for a sign-in that was starting
 */
export function stateAfterFailure(
  cause: unknown,
  { username, open, nowMs }: { username: string; open?: ChallengeState | undefined; nowMs: number },
): SignInState {
  const error = isCognitoError(cause) ? cause : new ConfigurationError('The sign-in failed: see `cause`.', { cause })
  if (error.code === 'PasswordResetRequiredException') return { phase: 'passwordReset', username }
  if (error.code === 'UserNotConfirmedException') return { phase: 'confirmSignUp', username }
  const advanced = error.name === 'ChallengeError' && error.challenge
  const after: ChallengeState | undefined = advanced ? { phase: 'challenge', challenge: advanced } : open
  const reason = advanced && isCognitoError(error.cause) ? error.cause : error
  if (!after || isOver(after.challenge, reason, nowMs)) return { phase: 'form', error }
  return { ...after, error }
}

/** Whether the service accepts no more answers to a challenge. */
function isOver({ expiresAtMs }: Challenge, { name, code, message }: AnyCognitoError, nowMs: number): boolean {
  if (nowMs >= expiresAtMs || code === 'NotAuthorizedException') return true
  // The service accepted the answer, and what it sent next cannot be used.
  const isUnusable = name === 'SrpError' || name === 'SessionError' || name === 'StorageError'
  return isUnusable || (name === 'ChallengeError' && /new sign-in|flow:/.test(message))
}
