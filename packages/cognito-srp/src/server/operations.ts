import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { callService } from '../service/transport.ts'
import { isRecord } from '../service/wire.ts'

/**
 * What the handler does with an operation. `sign-in`: ends in tokens, which go to the cookies. `refresh`: renews by the
 * cookie's refresh token. `account`: about a user who is named, with the secret hash of the name. `user`: by the cookie's
 * access token. `sign-out`: ends the cookie's session.
 */
export type OperationKind = 'sign-in' | 'refresh' | 'account' | 'user' | 'sign-out'

/** One operation of the service, as far as it passes here. */
export type Operation = {
  kind: OperationKind
  /** The fields of a request that are handed on; ids, secrets and tokens are put in here, not taken from the page. */
  request: readonly string[]
  /** The fields of an answer that are handed back. `AuthenticationResult` is never among them: it is written anew. */
  answer: readonly string[]
  /** When it succeeds, the session has ended. */
  endsSession?: true
}

const CONTEXT = 'ClientMetadata UserContextData AnalyticsMetadata'
const CHALLENGE = 'ChallengeName ChallengeParameters AvailableChallenges Session'

// Amazon Cognito user pools API reference, the fields of each operation without tokens, ids and secrets.
const TABLE: readonly (readonly [string, OperationKind, string, string, true?])[] = [
  ['InitiateAuth', 'sign-in', `AuthFlow AuthParameters Session ${CONTEXT}`, CHALLENGE],
  ['RespondToAuthChallenge', 'sign-in', `ChallengeName ChallengeResponses Session ${CONTEXT}`, CHALLENGE],
  ['GetTokensFromRefreshToken', 'refresh', 'DeviceKey ClientMetadata', ''],
  ['RevokeToken', 'sign-out', '', ''],

  [
    'SignUp',
    'account',
    `Username Password UserAttributes ValidationData ${CONTEXT}`,
    'UserConfirmed UserSub CodeDeliveryDetails Session',
  ],
  ['ConfirmSignUp', 'account', `Username ConfirmationCode ForceAliasCreation Session ${CONTEXT}`, 'Session'],
  ['ResendConfirmationCode', 'account', `Username ${CONTEXT}`, 'CodeDeliveryDetails'],
  ['ForgotPassword', 'account', `Username ${CONTEXT}`, 'CodeDeliveryDetails'],
  ['ConfirmForgotPassword', 'account', `Username ConfirmationCode Password ${CONTEXT}`, ''],

  ['GetUser', 'user', '', 'Username UserAttributes MFAOptions PreferredMfaSetting UserMFASettingList'],
  ['GetUserAuthFactors', 'user', '', 'Username PreferredMfaSetting UserMFASettingList ConfiguredUserAuthFactors'],
  ['UpdateUserAttributes', 'user', 'UserAttributes ClientMetadata', 'CodeDeliveryDetailsList'],
  ['DeleteUserAttributes', 'user', 'UserAttributeNames', ''],
  ['GetUserAttributeVerificationCode', 'user', 'AttributeName ClientMetadata', 'CodeDeliveryDetails'],
  ['VerifyUserAttribute', 'user', 'AttributeName Code', ''],
  ['ChangePassword', 'user', 'PreviousPassword ProposedPassword', ''],
  ['SetUserSettings', 'user', 'MFAOptions', ''],
  ['SetUserMFAPreference', 'user', 'SMSMfaSettings SoftwareTokenMfaSettings EmailMfaSettings WebAuthnMfaSettings', ''],
  ['AssociateSoftwareToken', 'user', 'Session', 'SecretCode Session'],
  ['VerifySoftwareToken', 'user', 'Session UserCode FriendlyDeviceName', 'Status Session'],
  ['ConfirmDevice', 'user', 'DeviceKey DeviceName DeviceSecretVerifierConfig', 'UserConfirmationNecessary'],
  ['GetDevice', 'user', 'DeviceKey', 'Device'],
  ['ListDevices', 'user', 'Limit PaginationToken', 'Devices PaginationToken'],
  ['ForgetDevice', 'user', 'DeviceKey', ''],
  ['UpdateDeviceStatus', 'user', 'DeviceKey DeviceRememberedStatus', ''],
  ['StartWebAuthnRegistration', 'user', '', 'CredentialCreationOptions'],
  ['CompleteWebAuthnRegistration', 'user', 'Credential', ''],
  ['ListWebAuthnCredentials', 'user', 'MaxResults NextToken', 'Credentials NextToken'],
  ['DeleteWebAuthnCredential', 'user', 'CredentialId', ''],
  ['GlobalSignOut', 'user', '', '', true],
  ['DeleteUser', 'user', '', '', true],
]

/** All that the client has, by name. A name that comes from outside is looked up in a map: it may be `constructor`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  TABLE.map(([name, kind, request, answer, endsSession]): [string, Operation] => [
    name,
    { kind, request: words(request), answer: words(answer), ...(endsSession && { endsSession }) },
  ]),
)

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}

/** What a request or an answer of the service holds that must not reach a page. */
const SECRET_FIELDS = new Set(['AccessToken', 'IdToken', 'RefreshToken', 'REFRESH_TOKEN', 'Token', 'ClientSecret'])

/** Tokens and client secrets are longer; a shorter text would be found where it means something else. */
const SECRET_MIN_LENGTH = 8

/**
 * Asks the service. Should it repeat a secret of the request in the message of a failure, it is taken out.
 *
 * @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError}
 */
export async function ask<Answer extends object>(
  client: CognitoClient,
  operation: string,
  payload: Record<string, unknown>,
): Promise<Answer> {
  try {
    return await callService<Answer>(client, operation, payload, { mayBeEmpty: hasNoOutput(operation) })
  } catch (error) {
    if (error instanceof ServiceError) error.message = withoutSecrets(error.message, payload)
    throw error
  }
}

function hasNoOutput(name: string): boolean {
  const operation = OPERATIONS.get(name)
  return operation?.answer.length === 0 && operation.kind !== 'refresh'
}

/** Of an object only these members. */
export function pick(members: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** What goes back to the page of an answer: the listed fields, and none of the secrets of the exchange in them. */
export function passBack(answer: object, names: readonly string[], payload: object): object {
  const read = (_name: string, value: unknown) =>
    typeof value === 'string' ? withoutSecrets(value, payload, answer) : value
  return JSON.parse(JSON.stringify(pick(answer, names)), read)
}

/** A text without the secrets of an exchange. */
function withoutSecrets(text: string, ...exchange: object[]): string {
  return exchange.flatMap(secretsOf).reduce((rest, secret) => rest.split(secret).join('(removed)'), text)
}

function secretsOf(message: object): string[] {
  return Object.entries(message).flatMap(([name, value]): string[] => {
    if (isRecord(value) && name.startsWith('Auth')) return secretsOf(value)
    const isSecret = typeof value === 'string' && value.length >= SECRET_MIN_LENGTH && SECRET_FIELDS.has(name)
    return isSecret ? [value] : []
  })
}
