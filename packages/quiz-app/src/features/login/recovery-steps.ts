import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendConfirmationCode,
  signIn,
} from '@cognito-srp/client'
import type { CognitoClient, SignInRequest, SignInStep } from '@cognito-srp/client'

import { logFailure } from '../../failure-log.ts'
import { failureKind, failureOf } from '../../session/identity-failure.ts'
import { LocalFailure } from '../../session/local-failure.ts'
import { checkNewPassword } from '../../session/new-password.ts'
import type { LoginNotice, LoginStage } from './login-atoms.ts'
import type { Recovery } from './kept-stage.ts'
import { checkIsAnotherPassword } from './typed-password.ts'

// Steps for a forgotten password and for the confirmation of a new account. `takeLoginStepAtom` runs them.

type Reached = SignInStep | { stage: LoginStage }
type Signal = { signal: AbortSignal | undefined }
type Entering = Pick<SignInRequest, 'flow'> & Signal & { code: string; password: string }

/**
 * Requests a code for a new password. The result does not reveal whether the account exists: if the service does, the
 * destination is computed from the address, as the service does in other pools.
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

/** Requests another code for the confirmation of an account. */
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
 * @param entering `typed`: password of the login form, which the new password may not repeat
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
      throw isRefusedCode(cause)
        ? new LocalFailure('RefusedCodeError', 'The service refused the code.', { cause })
        : cause
    },
  )
  return enter(client, username, entering, 'password-changed')
}

/** Confirms the account, unless it is confirmed already, and signs in with the password of the login form. */
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

/** Signs in after an accepted code. If the sign-in fails, the form returns with a success message: the code cannot be used again. */
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
    if (signal?.aborted) throw cause
    logFailure('Signing in after a code failed.', cause)
    return backToForm(username, notice)
  }
}

function backToForm(email: string, notice: LoginNotice): Reached {
  return { stage: { name: 'form', email, notice } }
}

/** Whether a code is wrong, expired, or belongs to no account. The three read the same, so that they do not reveal who has an account. */
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

/** Masks an address as the service does: `a***@e***`. */
function maskAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
}
