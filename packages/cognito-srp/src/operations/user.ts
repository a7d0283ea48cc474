import { requireClient, type CognitoClient } from '../client.ts'
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

/** Result of {@link getUser}. */
export type User = {
  username: string
  userAttributes: UserAttributes
  /** Preferred second factor. */
  preferredMfaSetting?: string
  /** Second factors that the user has turned on. */
  userMfaSettingList: string[]
}

type UserWire = {
  Username?: string
  UserAttributes?: AttributeWire[]
  PreferredMfaSetting?: string
  UserMFASettingList?: string[]
}

/**
 * Returns the signed-in user with their attributes (GetUser). Stores the response as cached user data.
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
 * @returns destinations of the codes for attributes that must be verified
 * @throws SessionError 'User is not authenticated'; ServiceError (`AliasExistsException`, `InvalidParameterException`, …);
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await updateUserAttributes(client, { userAttributes: { name: 'Ana', 'custom:school': 'IFSP' } })
 */
export async function updateUserAttributes(
  client: CognitoClient,
  input: CallOptions & ClientMetadata & { userAttributes: UserAttributes },
): Promise<{ codeDeliveryDetailsList: CodeDeliveryDetails[] }> {
  requireClient(client)
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
  requireClient(client)
  await commandSignedIn(client, 'DeleteUserAttributes', { UserAttributeNames: input.userAttributeNames }, input)
  await cacheUserData(client, undefined)
}

/**
 * Sends a code to verify an e-mail address or phone number (GetUserAttributeVerificationCode).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { destination } = await getUserAttributeVerificationCode(client, { attributeName: 'email' })
 */
export async function getUserAttributeVerificationCode(
  client: CognitoClient,
  input: CallOptions & ClientMetadata & { attributeName: string },
): Promise<CodeDeliveryDetails> {
  requireClient(client)
  const payload = { AttributeName: input.attributeName, ClientMetadata: input.clientMetadata }
  type Answer = { CodeDeliveryDetails?: CodeDeliveryDetailsWire }
  const answer = await callSignedIn<Answer>(client, 'GetUserAttributeVerificationCode', payload, input)
  return readDelivery(answer.CodeDeliveryDetails)
}

/**
 * Verifies an attribute with the code from the service (VerifyUserAttribute).
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
  requireClient(client)
  const payload = { AttributeName: input.attributeName, Code: input.code }
  await commandSignedIn(client, 'VerifyUserAttribute', payload, input)
  await cacheUserData(client, undefined)
}

/**
 * Replaces the current password with a new one (ChangePassword).
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`NotAuthorizedException`, `InvalidPasswordException`, …);
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * await changePassword(client, { previousPassword: password, proposedPassword: await ask('New password') })
 */
export async function changePassword(
  client: CognitoClient,
  input: CallOptions & { previousPassword?: string | undefined; proposedPassword: string },
): Promise<void> {
  requireClient(client)
  const payload = { PreviousPassword: input.previousPassword, ProposedPassword: input.proposedPassword }
  await commandSignedIn(client, 'ChangePassword', payload, input)
}

/**
 * Permanently deletes the account of the signed-in user and signs out (DeleteUser).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * await deleteUser(client)
 */
export async function deleteUser(client: CognitoClient, options: CallOptions = {}): Promise<void> {
  await endSession(client, 'DeleteUser', options)
}

/** Result of {@link getUserAuthFactors}. */
export type UserAuthFactors = {
  username: string
  /** First factors of the user: `PASSWORD`, `EMAIL_OTP`, `SMS_OTP`, `WEB_AUTHN`. */
  configuredUserAuthFactors: string[]
  preferredMfaSetting?: string
  userMfaSettingList: string[]
}

/**
 * Returns the first and second factors of the signed-in user (GetUserAuthFactors).
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
