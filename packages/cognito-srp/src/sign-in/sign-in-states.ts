import type { Challenge } from '../challenge.ts'
import { ConfigurationError, isCognitoError, type AnyCognitoError } from '../errors.ts'
import type { Session } from '../session/session.ts'
import type { SignInStep } from './step.ts'

/** Secret of an authenticator app, as text to type and as a URI for a QR code (`totpUri`). */
export type AuthenticatorSecret = { readonly secretCode: string; readonly uri: string }

/** State of a login page, discriminated by `phase`. */
export type SignInState =
  /** The form for the user name and the password. `error` is the reason why a sign-in ended without a session. */
  | { readonly phase: 'form'; readonly error?: AnyCognitoError }
  /** A request is pending. `challenge` is the answered challenge, and `authenticator` is the secret that the page shows. */
  | { readonly phase: 'busy'; readonly challenge?: Challenge; readonly authenticator?: AuthenticatorSecret }
  | ChallengeState
  /** The user needs a new password. Call `confirmForgotPassword`, and then sign in with the new password. */
  | { readonly phase: 'passwordReset'; readonly username: string; readonly error?: AnyCognitoError }
  /** The account is not confirmed yet. Call `confirmSignUp`, and then sign in. */
  | { readonly phase: 'confirmSignUp'; readonly username: string; readonly error?: AnyCognitoError }
  /** The user is signed in and has to decide whether to remember this device. */
  | { readonly phase: 'deviceConsent'; readonly session: Session; readonly error?: AnyCognitoError }
  /** The user is signed in. `error` is the reason why a later step failed. */
  | { readonly phase: 'signedIn'; readonly session: Session; readonly error?: AnyCognitoError }

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

/** Returns the state after a completed request. If `result` is undefined, returns the state before the request. */
export function stateAfter(result: SignInStep | SignInState | undefined, open: SignInState): SignInState {
  if (!result) return open
  if ('phase' in result) return result
  if (result.name !== 'SIGNED_IN') return { phase: 'challenge', challenge: result }
  return { phase: result.device === 'needs-consent' ? 'deviceConsent' : 'signedIn', session: result.session }
}

/**
 * Returns the state after a failed request. If the service requires a new password or a confirmation of the account, the phase
 * becomes `passwordReset` or `confirmSignUp`. If the user has to start again, the phase becomes `form`. Otherwise the phase does
 * not change.
 *
 * @param username user name of a new sign-in; undefined for any other request
 * @param open state before the request; the form if the request started a sign-in
 */
export function stateAfterFailure(
  cause: unknown,
  { username, open = FORM, nowMs }: { username?: string | undefined; open?: SignInState; nowMs: number },
): SignInState {
  const error = isCognitoError(cause) ? cause : new ConfigurationError('The sign-in failed. See `cause`.', { cause })
  const user = username ?? (open.phase === 'challenge' ? open.challenge.username : '')
  if (user && error.code === 'PasswordResetRequiredException') return { phase: 'passwordReset', username: user }
  if (user && error.code === 'UserNotConfirmedException') return { phase: 'confirmSignUp', username: user }
  const advanced = error.name === 'ChallengeError' && error.challenge
  const after: SignInState = advanced ? { phase: 'challenge', challenge: advanced } : open
  const reason = advanced && isCognitoError(error.cause) ? error.cause : error
  if (after.phase === 'challenge' && !isOver(after.challenge, reason, nowMs)) return { ...after, error }
  if ('username' in after || 'session' in after) return { ...after, error }
  return { phase: 'form', error }
}

/** Whether a challenge is over, so that the user has to start a new sign-in. */
function isOver({ expiresAtMs }: Challenge, { name, code, message }: AnyCognitoError, nowMs: number): boolean {
  if (nowMs >= expiresAtMs || code === 'NotAuthorizedException') return true
  // The service accepted the answer, but the client cannot use the service's response.
  const isUnusable = name === 'SrpError' || name === 'SessionError' || name === 'StorageError'
  return isUnusable || (name === 'ChallengeError' && /new sign-in|flow:/.test(message))
}
