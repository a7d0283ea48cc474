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
    /** The user name or an alias of it. */
    username: string
  }

/** What {@link signUp} is given. */
export type SignUpInput = AboutUser & {
  /** Left out by users who will sign in with passkeys or one-time codes. */
  password?: string | undefined
  userAttributes?: UserAttributes | undefined
  /** For the trigger that runs before sign-up. */
  validationData?: Record<string, string> | undefined
}

/** What {@link signUp} answers. */
export type SignUpOutput = {
  /** False while the account waits for `confirmSignUp`. */
  userConfirmed: boolean
  /** The user's permanent id, which is the `sub` claim. */
  userSub: string
  codeDeliveryDetails?: CodeDeliveryDetails
  /** May go with `confirmSignUp`, for a few minutes. App clients that allow `USER_AUTH` get one. */
  signUpSession?: string
}

/**
 * Creates an account (SignUp).
 *
 * @throws ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`;
 *   ServiceError (`UsernameExistsException`, `InvalidPasswordException`, `InvalidParameterException`, …);
 *   AnyCognitoError; the reason of `signal`.
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

/** What {@link confirmSignUp} is given. */
export type ConfirmSignUpInput = AboutUser & {
  confirmationCode: string
  /** Takes the address from another account that has it as an alias. */
  forceAliasCreation?: boolean | undefined
  /** The one of {@link signUp}, while the service still knows it; an older one is refused, and can be left out. */
  signUpSession?: string | undefined
}

/**
 * Confirms an account with the code that {@link signUp} had sent (ConfirmSignUp).
 *
 * @returns `signUpSession`, where the app client allows `USER_AUTH`: signs this user in at this app client without
 *   asking for anything again, once and within a few minutes. Plain text, which may be kept over a reload
 * @throws ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`;
 *   ServiceError (`CodeMismatchException`, `ExpiredCodeException`, `AliasExistsException`, …);
 *   AnyCognitoError; the reason of `signal`.
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
 * @throws ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { destination } = await resendConfirmationCode(client, { username })
 */
export function resendConfirmationCode(client: CognitoClient, input: AboutUser): Promise<CodeDeliveryDetails> {
  return requestCode(client, 'ResendConfirmationCode', input)
}

/**
 * Sends a code to set a new password with (ForgotPassword).
 *
 * @throws ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { deliveryMedium, destination } = await forgotPassword(client, { username })
 */
export function forgotPassword(client: CognitoClient, input: AboutUser): Promise<CodeDeliveryDetails> {
  return requestCode(client, 'ForgotPassword', input)
}

/**
 * Sets a new password with the code of {@link forgotPassword} (ConfirmForgotPassword).
 *
 * @throws ConfigurationError without a user name, or for a client secret where there is no `crypto.subtle`;
 *   ServiceError (`CodeMismatchException`, `ExpiredCodeException`, `InvalidPasswordException`, …);
 *   AnyCognitoError; the reason of `signal`.
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

/** Operations whose answer may be empty. */
const COMMAND = /^Confirm/

/** Sends a request about a user without a session, with the fields that each has. */
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
