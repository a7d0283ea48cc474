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

// Steps that reset a forgotten password or confirm a new account. `takeLoginStepAtom` runs them.

type StepResult = SignInStep | { stage: LoginStage }
type Signal = { signal: AbortSignal | undefined }
type CodeInput = Pick<SignInRequest, 'flow'> & Signal & { code: string; password: string }

/**
 * Requests a code for a new password. The result does not reveal whether the account exists. If the service reports an
 * unknown user, the destination is the masked address, as in pools that hide unknown users.
 */
export async function sendPasswordCode(
  client: CognitoClient,
  recovery: Recovery,
  { signal }: Signal,
): Promise<StepResult> {
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
): Promise<StepResult> {
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
 * @param input `typed` is the password from the login form, which a required reset rejects as the new password
 */
export async function resetPassword(
  client: CognitoClient,
  { username, isRequired }: Recovery,
  { code, typed, ...input }: CodeInput & { typed: string },
): Promise<StepResult> {
  const { password, signal } = input
  checkNewPassword(password)
  if (isRequired) checkIsAnotherPassword(password, typed)
  await confirmForgotPassword(client, { username, confirmationCode: code, password, signal }).catch(
    (cause: unknown) => {
      throw isRejectedCode(cause)
        ? new LocalFailure('RefusedCodeError', 'The service rejected the code.', { cause })
        : cause
    },
  )
  return signInAfterCode(client, username, input, 'password-changed')
}

/** Confirms the account if necessary, and signs in with the password from the login form. */
export async function confirmAccount(
  client: CognitoClient,
  { username }: Recovery,
  { code, ...input }: CodeInput,
): Promise<StepResult> {
  await confirmSignUp(client, { username, confirmationCode: code, signal: input.signal }).catch((cause: unknown) => {
    if (!isConfirmed(cause)) throw cause
  })
  return signInAfterCode(client, username, input, 'account-confirmed')
}

/** Signs in after an accepted code. If the sign-in fails, returns to the form, because the code cannot be used again. */
async function signInAfterCode(
  client: CognitoClient,
  username: string,
  { password, flow, signal }: Omit<CodeInput, 'code'>,
  notice: LoginNotice,
): Promise<StepResult> {
  if (password === '') return backToForm(username, notice) // a reload discards the password
  try {
    return await signIn(client, { username, password, flow, signal })
  } catch (cause) {
    if (signal?.aborted) throw cause
    logFailure('The sign-in after an accepted code failed.', cause)
    return backToForm(username, notice)
  }
}

function backToForm(email: string, notice: LoginNotice): StepResult {
  return { stage: { name: 'form', email, notice } }
}

/**
 * Whether the code is wrong or expired, or the user is unknown. The app shows the same text in all three cases, so that it does not reveal
 * whether an account exists.
 */
function isRejectedCode(cause: unknown): boolean {
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
