import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendConfirmationCode,
  signIn,
} from '@cognito-srp/client'
import type { CognitoClient, SignInRequest } from '@cognito-srp/client'

import { logFailure } from '../../failure-log.ts'
import { failureKind, failureOf } from '../../session/identity-failure.ts'
import { checkNewPassword } from '../../session/new-password.ts'
import type { LoginNotice, Reached } from './login-atoms.ts'
import type { Recovery } from './kept-stage.ts'
import { checkIsAnotherPassword } from './typed-password.ts'

// The steps to an account that a code opens again. Each is taken by `takeLoginStepAtom`.

type Signal = { signal: AbortSignal }
type Entering = Pick<SignInRequest, 'flow'> & Signal & { code: string; password: string }

/**
 * Has a code sent for a new password. Nobody learns whether there is such an account: where the service tells, the
 * answer is made up as the service itself makes it up where it does not.
 */
export async function sendPasswordCode(
  client: CognitoClient,
  recovery: Recovery,
  { signal }: Signal,
): Promise<Reached> {
  const { username } = recovery
  const destination = await forgotPassword(client, { username, signal }).then(
    (delivery) => delivery.destination,
    (cause: unknown) => {
      if (isUnknownUser(cause)) return undefined
      throw cause
    },
  )
  const sent = { destination: destination ?? maskAddress(username), atMs: Date.now() }
  return { stage: { name: 'recovery', recovery: { ...recovery, step: 'reset', sent } } }
}

/** Has another code sent for the confirmation of an account. */
export async function sendConfirmationCode(
  client: CognitoClient,
  recovery: Recovery,
  { signal }: Signal,
): Promise<Reached> {
  const { username } = recovery
  try {
    const { destination = '' } = await resendConfirmationCode(client, { username, signal })
    return { stage: { name: 'recovery', recovery: { ...recovery, sent: { destination, atMs: Date.now() } } } }
  } catch (cause) {
    if (!isConfirmed(cause)) throw cause
    return backToForm(username, 'account-confirmed')
  }
}

/**
 * Sets the new password and signs in with it.
 *
 * @param entering `typed`: the password of the login form, which the service may have asked to replace
 */
export async function resetPassword(
  client: CognitoClient,
  { username, isRequired }: Recovery,
  { code, typed, ...entering }: Entering & { typed: string },
): Promise<Reached> {
  const { password, signal } = entering
  checkNewPassword(password)
  if (isRequired) checkIsAnotherPassword(password, typed)
  await confirmForgotPassword(client, { username, confirmationCode: code, password, signal }).catch(
    (cause: unknown) => {
      throw isRefusedCode(cause) ? new RefusedCodeError(cause) : cause
    },
  )
  return enter(client, username, entering, 'password-changed')
}

/** Confirms the account, unless another tab did, and signs in with the password that was typed into the form. */
export async function confirmAccount(
  client: CognitoClient,
  { username }: Recovery,
  { code, ...entering }: Entering,
): Promise<Reached> {
  await confirmSignUp(client, { username, confirmationCode: code, signal: entering.signal }).catch((cause: unknown) => {
    if (!isConfirmed(cause)) throw cause
  })
  return enter(client, username, entering, 'account-confirmed')
}

/** The code is used up: whatever hinders the sign-in, the form comes back with what went well. */
async function enter(
  client: CognitoClient,
  username: string,
  { password, flow, signal }: Omit<Entering, 'code'>,
  notice: LoginNotice,
): Promise<Reached> {
  if (password === '') return backToForm(username, notice) // lost by a reload
  try {
    return await signIn(client, { username, password, flow, signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    logFailure('Signing in after a code failed.', cause)
    return backToForm(username, notice)
  }
}

function backToForm(email: string, notice: LoginNotice): Reached {
  return { stage: { name: 'form', email, notice } }
}

/** A code that opens no account: wrong, too old, or for somebody who does not exist. These must read the same. */
class RefusedCodeError extends Error {
  override readonly name = 'RefusedCodeError'
  readonly code = 'RefusedCodeError'

  constructor(cause: unknown) {
    super('The code opens no account.', { cause })
  }
}

function isRefusedCode(cause: unknown): boolean {
  const kind = failureKind(failureOf(cause))
  return kind === 'wrong-code' || kind === 'code-expired' || isUnknownUser(cause)
}

function isConfirmed(cause: unknown): boolean {
  return failureKind(failureOf(cause)) === 'account-confirmed'
}

function isUnknownUser(cause: unknown): boolean {
  return failureOf(cause).code === 'UserNotFoundException'
}

/** An address as the service shows it: `a***@e***`. */
function maskAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
}
