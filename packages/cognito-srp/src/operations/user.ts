import type { CognitoClient } from '../client.ts'
import type { CallOptions } from '../service/transport.ts'
import {
  defined,
  firstText,
  readAttributes,
  readDelivery,
  readRecords,
  readTexts,
  writeAttributes,
  type AttributeWire,
  type CodeDeliveryDetails,
  type CodeDeliveryDetailsWire,
  type UserAttributes,
} from '../service/wire.ts'
import { cacheUserData } from '../session/stored-session.ts'
import { callSignedIn, commandSignedIn, endSession, readSignedIn, type ClientMetadata } from './call.ts'

/** What {@link getUser} answers. */
export type User = {
  username: string
  userAttributes: UserAttributes
  /** The second factor asked for first. */
  preferredMfaSetting?: string
  /** All second factors that are set up. */
  userMfaSettingList: string[]
}

type UserWire = {
  Username?: string
  UserAttributes?: AttributeWire[]
  PreferredMfaSetting?: string
  UserMFASettingList?: string[]
}

/**
 * The signed-in user with all attributes (GetUser). The answer is kept as the cached user data once it has been given.
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { userAttributes } = await getUser(client)
 * console.log(userAttributes['email'])
 */
export async function getUser(client: CognitoClient, options: CallOptions = {}): Promise<User> {
  const answer = await readSignedIn<UserWire>(client, 'GetUser', {}, options)
  void cacheUserData(client, answer)
  return defined({
    username: firstText(answer.Username) ?? '',
    userAttributes: readAttributes(answer.UserAttributes),
    preferredMfaSetting: firstText(answer.PreferredMfaSetting),
    userMfaSettingList: readTexts(answer.UserMFASettingList),
  })
}

/**
 * Changes attributes (UpdateUserAttributes).
 *
 * @returns where codes went for the attributes that have to be verified
 * @throws SessionError 'User is not authenticated'; ServiceError (`AliasExistsException`, `InvalidParameterException`,
 *   …); AnyCognitoError; the reason of `signal`.
 * @example
 * await updateUserAttributes(client, { userAttributes: { name: 'Ana', 'custom:school': 'IFSP' } })
 */
export async function updateUserAttributes(
  client: CognitoClient,
  input: CallOptions & ClientMetadata & { userAttributes: UserAttributes },
): Promise<{ codeDeliveryDetailsList: CodeDeliveryDetails[] }> {
  const { userAttributes, clientMetadata } = input
  const payload = { UserAttributes: writeAttributes(userAttributes), ClientMetadata: clientMetadata }
  type Answer = { CodeDeliveryDetailsList?: CodeDeliveryDetailsWire[] }
  const answer = await callSignedIn<Answer>(client, 'UpdateUserAttributes', payload, input)
  await cacheUserData(client, undefined)
  return {
    codeDeliveryDetailsList: readRecords(answer.CodeDeliveryDetailsList).map((details) => readDelivery(details)),
  }
}

/**
 * Removes attributes (DeleteUserAttributes).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await deleteUserAttributes(client, { userAttributeNames: ['custom:school'] })
 */
export async function deleteUserAttributes(
  client: CognitoClient,
  input: CallOptions & { userAttributeNames: readonly string[] },
): Promise<void> {
  await commandSignedIn(client, 'DeleteUserAttributes', { UserAttributeNames: input.userAttributeNames }, input)
  await cacheUserData(client, undefined)
}

/**
 * Sends a code that proves an e-mail address or phone number (GetUserAttributeVerificationCode).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { destination } = await getUserAttributeVerificationCode(client, { attributeName: 'email' })
 */
export async function getUserAttributeVerificationCode(
  client: CognitoClient,
  input: CallOptions & ClientMetadata & { attributeName: string },
): Promise<CodeDeliveryDetails> {
  const payload = { AttributeName: input.attributeName, ClientMetadata: input.clientMetadata }
  type Answer = { CodeDeliveryDetails?: CodeDeliveryDetailsWire }
  const answer = await callSignedIn<Answer>(client, 'GetUserAttributeVerificationCode', payload, input)
  return readDelivery(answer.CodeDeliveryDetails)
}

/**
 * Verifies an attribute with the code that was sent (VerifyUserAttribute).
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`CodeMismatchException`, `ExpiredCodeException`, …);
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await verifyUserAttribute(client, { attributeName: 'email', code: await ask('Code') })
 */
export async function verifyUserAttribute(
  client: CognitoClient,
  input: CallOptions & { attributeName: string; code: string },
): Promise<void> {
  const payload = { AttributeName: input.attributeName, Code: input.code }
  await commandSignedIn(client, 'VerifyUserAttribute', payload, input)
  await cacheUserData(client, undefined)
}

/**
 * Sets a new password, given the present one (ChangePassword).
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`NotAuthorizedException`, `InvalidPasswordException`,
 *   …); AnyCognitoError; the reason of `signal`.
 * @example
 * await changePassword(client, { previousPassword: password, proposedPassword: await ask('New password') })
 */
export async function changePassword(
  client: CognitoClient,
  input: CallOptions & { previousPassword?: string | undefined; proposedPassword: string },
): Promise<void> {
  const payload = { PreviousPassword: input.previousPassword, ProposedPassword: input.proposedPassword }
  await commandSignedIn(client, 'ChangePassword', payload, input)
}

/**
 * Deletes the account of the signed-in user for good, and signs out here (DeleteUser).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await deleteUser(client)
 */
export async function deleteUser(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  await endSession(client, 'DeleteUser', options)
}

/** What {@link getUserAuthFactors} answers. */
export type UserAuthFactors = {
  username: string
  /** What the user can sign in with first: `PASSWORD`, `EMAIL_OTP`, `SMS_OTP`, `WEB_AUTHN`. */
  configuredUserAuthFactors: string[]
  preferredMfaSetting?: string
  userMfaSettingList: string[]
}

/**
 * What the signed-in user can sign in with (GetUserAuthFactors).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { configuredUserAuthFactors } = await getUserAuthFactors(client)
 * const hasPasskey = configuredUserAuthFactors.includes('WEB_AUTHN')
 */
export async function getUserAuthFactors(client: CognitoClient, options: CallOptions = {}): Promise<UserAuthFactors> {
  type Answer = UserWire & { ConfiguredUserAuthFactors?: string[] }
  const answer = await readSignedIn<Answer>(client, 'GetUserAuthFactors', {}, options)
  return defined({
    username: firstText(answer.Username) ?? '',
    configuredUserAuthFactors: readTexts(answer.ConfiguredUserAuthFactors),
    preferredMfaSetting: firstText(answer.PreferredMfaSetting),
    userMfaSettingList: readTexts(answer.UserMFASettingList),
  })
}
