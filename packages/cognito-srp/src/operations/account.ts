import { requireUsername, type CognitoClient } from '../client.ts'
import { inOperation } from '../errors.ts'
import { secretHash } from '../service/secret-hash.ts'
import { callService, type CallOptions } from '../service/transport.ts'
import {
  contextFields,
  defined,
  readDelivery,
  readTextMembers,
  writeAttributes,
  type CodeDeliveryDetails,
  type CodeDeliveryDetailsWire,
  type UserAttributes,
} from '../service/wire.ts'
import type { ClientMetadata } from './call.ts'

type AboutUser = CallOptions &
  ClientMetadata & {
    /** User name or alias. */
    username: string
  }

/** Input of {@link signUp}. */
export type SignUpInput = AboutUser & {
  /** Omit the password for users who will sign in with passkeys or one-time codes. */
  password?: string | undefined
  userAttributes?: UserAttributes | undefined
  /** Data for the pre sign-up trigger. */
  validationData?: Record<string, string> | undefined
}

/** Result of {@link signUp}. */
export type SignUpOutput = {
  /** False if the account still needs `confirmSignUp`. */
  userConfirmed: boolean
  /** The user's permanent id, also in the claim `sub`. */
  userSub: string
  codeDeliveryDetails?: CodeDeliveryDetails
  /** Session string for `confirmSignUp`, valid for a few minutes. Present if the app client allows `USER_AUTH`. */
  signUpSession?: string
}

/**
 * Creates an account (SignUp).
 *
 * @throws ConfigurationError when the user name is missing, or the client has a secret and the platform has no `crypto.subtle`;
 *   ServiceError (`UsernameExistsException`, `InvalidPasswordException`, `InvalidParameterException`, …); AnyCognitoError; the
 *   reason of `signal`.
 * @example
 * const { userConfirmed } = await signUp(client, { username, password, userAttributes: { email: 'ana@example.com' } })
 */
export async function signUp(client: CognitoClient, input: SignUpInput): Promise<SignUpOutput> {
  const { password, userAttributes, validationData } = { ...input }
  const payload = {
    Password: password,
    UserAttributes: writeAttributes(userAttributes),
    ValidationData: writeAttributes(validationData),
  }
  type Answer = Sessioned & {
    UserConfirmed?: boolean
    UserSub?: string
    CodeDeliveryDetails?: CodeDeliveryDetailsWire
  }
  const answer = await callAbout<Answer>(client, 'SignUp', input, payload)
  const { Session, UserSub = '' } = readTextMembers(answer)
  return defined({
    signUpSession: Session,
    userConfirmed: answer.UserConfirmed === true,
    userSub: UserSub,
    codeDeliveryDetails: answer.CodeDeliveryDetails ? readDelivery(answer.CodeDeliveryDetails) : undefined,
  })
}

type Sessioned = { Session?: string }

/** Input of {@link confirmSignUp}. */
export type ConfirmSignUpInput = AboutUser & {
  confirmationCode: string
  /** If true, moves the e-mail address or phone number to this account, even if another account uses the value as an alias. */
  forceAliasCreation?: boolean | undefined
  /** The `signUpSession` from {@link signUp}. The service rejects the string after a few minutes, so omit an older string. */
  signUpSession?: string | undefined
}

/**
 * Confirms an account with the code that the service sent after {@link signUp} (ConfirmSignUp).
 *
 * @returns `signUpSession` if the app client allows `USER_AUTH`. For a few minutes, `signIn` can use this string once instead of
 *   a password. Programs can store the string and use it after a page reload
 * @throws ConfigurationError when the user name is missing, or the client has a secret and the platform has no `crypto.subtle`;
 *   ServiceError (`CodeMismatchException`, `ExpiredCodeException`, `AliasExistsException`, …); AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * const { signUpSession } = await confirmSignUp(client, { username, confirmationCode: await ask('Code of the e-mail') })
 * if (signUpSession) await signIn(client, { username, flow: 'USER_AUTH', signUpSession })
 */
export async function confirmSignUp(
  client: CognitoClient,
  input: ConfirmSignUpInput,
): Promise<{ signUpSession?: string }> {
  const { confirmationCode, forceAliasCreation, signUpSession } = { ...input }
  const payload = {
    ConfirmationCode: confirmationCode,
    ForceAliasCreation: forceAliasCreation,
    Session: signUpSession,
  }
  const answer = await callAbout<Sessioned>(client, 'ConfirmSignUp', input, payload)
  return defined({ signUpSession: readTextMembers(answer)['Session'] })
}

/**
 * Sends the confirmation code again (ResendConfirmationCode).
 *
 * @throws ConfigurationError when the user name is missing, or the client has a secret and the platform has no `crypto.subtle`;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { destination } = await resendConfirmationCode(client, { username })
 */
export function resendConfirmationCode(client: CognitoClient, input: AboutUser): Promise<CodeDeliveryDetails> {
  return requestCode(client, 'ResendConfirmationCode', input)
}

/**
 * Sends a code for setting a new password (ForgotPassword).
 *
 * @throws ConfigurationError when the user name is missing, or the client has a secret and the platform has no `crypto.subtle`;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { deliveryMedium, destination } = await forgotPassword(client, { username })
 */
export function forgotPassword(client: CognitoClient, input: AboutUser): Promise<CodeDeliveryDetails> {
  return requestCode(client, 'ForgotPassword', input)
}

/**
 * Sets a new password with the code from {@link forgotPassword} (ConfirmForgotPassword).
 *
 * @throws ConfigurationError when the user name is missing, or the client has a secret and the platform has no `crypto.subtle`;
 *   ServiceError (`CodeMismatchException`, `ExpiredCodeException`, `InvalidPasswordException`, …); AnyCognitoError; the reason of
 *   `signal`.
 * @example
 * await confirmForgotPassword(client, { username, confirmationCode: await ask('Code'), password })
 */
export async function confirmForgotPassword(
  client: CognitoClient,
  input: AboutUser & { confirmationCode: string; password: string },
): Promise<void> {
  const { confirmationCode, password } = { ...input }
  const payload = { ConfirmationCode: confirmationCode, Password: password }
  await callAbout(client, 'ConfirmForgotPassword', input, payload)
}

async function requestCode(client: CognitoClient, operation: string, input: AboutUser): Promise<CodeDeliveryDetails> {
  type Answer = { CodeDeliveryDetails?: CodeDeliveryDetailsWire }
  const answer = await callAbout<Answer>(client, operation, input)
  return readDelivery(answer.CodeDeliveryDetails)
}

/** Operations whose response may be empty. */
const COMMAND = /^Confirm/

/** Sends a request about a user who need not be signed in. Adds the fields that all operations in this file share. */
function callAbout<Answer extends object>(
  client: CognitoClient,
  operation: string,
  input: AboutUser,
  payload: object = {},
): Promise<Answer> {
  return inOperation(operation, async () => {
    requireUsername(client, input)
    const { username, clientMetadata, signal } = input
    const request = {
      ClientId: client.clientId,
      Username: username,
      SecretHash: await secretHash(client, username),
      ClientMetadata: clientMetadata,
      ...contextFields(client, username),
      ...payload,
    }
    return callService<Answer>(client, operation, request, { signal, mayBeEmpty: COMMAND.test(operation) })
  })
}
