/**
 * How the handler serves an operation. `sign-in`: ends in tokens, which go to the cookies. `refresh`: renews with the
 * cookie's refresh token. `account`: is about a named user, with the secret hash of the name. `user`: needs the cookie's
 * access token. `sign-out`: ends the cookie's session.
 */
export type OperationKind = 'sign-in' | 'refresh' | 'account' | 'user' | 'sign-out'

/** An operation of the service, as the handler serves it. */
export type Operation = {
  name: string
  kind: OperationKind
  /** The fields of a page's request that go to the service; the handler adds ids, secrets and tokens. */
  request: readonly string[]
  /** The fields of the service's response that go to the page; never `AuthenticationResult`, which is written anew. */
  response: readonly string[]
  /** Whether its success ends the session. */
  endsSession?: true
}

const CONTEXT = ['ClientMetadata', 'UserContextData', 'AnalyticsMetadata']
const CHALLENGE = ['ChallengeName', 'ChallengeParameters', 'AvailableChallenges', 'Session']
const FACTORS = ['Username', 'PreferredMfaSetting', 'UserMFASettingList']

// Amazon Cognito user pools API reference: the fields of each operation without tokens, ids and secrets.
const TABLE: readonly Operation[] = [
  {
    name: 'InitiateAuth',
    kind: 'sign-in',
    request: ['AuthFlow', 'AuthParameters', 'Session', ...CONTEXT],
    response: CHALLENGE,
  },
  {
    name: 'RespondToAuthChallenge',
    kind: 'sign-in',
    request: ['ChallengeName', 'ChallengeResponses', 'Session', ...CONTEXT],
    response: CHALLENGE,
  },
  { name: 'GetTokensFromRefreshToken', kind: 'refresh', request: ['DeviceKey', 'ClientMetadata'], response: [] },
  { name: 'RevokeToken', kind: 'sign-out', request: [], response: [] },

  {
    name: 'SignUp',
    kind: 'account',
    request: ['Username', 'Password', 'UserAttributes', 'ValidationData', ...CONTEXT],
    response: ['UserConfirmed', 'UserSub', 'CodeDeliveryDetails', 'Session'],
  },
  {
    name: 'ConfirmSignUp',
    kind: 'account',
    request: ['Username', 'ConfirmationCode', 'ForceAliasCreation', 'Session', ...CONTEXT],
    response: ['Session'],
  },
  {
    name: 'ResendConfirmationCode',
    kind: 'account',
    request: ['Username', ...CONTEXT],
    response: ['CodeDeliveryDetails'],
  },
  { name: 'ForgotPassword', kind: 'account', request: ['Username', ...CONTEXT], response: ['CodeDeliveryDetails'] },
  {
    name: 'ConfirmForgotPassword',
    kind: 'account',
    request: ['Username', 'ConfirmationCode', 'Password', ...CONTEXT],
    response: [],
  },

  { name: 'GetUser', kind: 'user', request: [], response: [...FACTORS, 'UserAttributes', 'MFAOptions'] },
  { name: 'GetUserAuthFactors', kind: 'user', request: [], response: [...FACTORS, 'ConfiguredUserAuthFactors'] },
  {
    name: 'UpdateUserAttributes',
    kind: 'user',
    request: ['UserAttributes', 'ClientMetadata'],
    response: ['CodeDeliveryDetailsList'],
  },
  { name: 'DeleteUserAttributes', kind: 'user', request: ['UserAttributeNames'], response: [] },
  {
    name: 'GetUserAttributeVerificationCode',
    kind: 'user',
    request: ['AttributeName', 'ClientMetadata'],
    response: ['CodeDeliveryDetails'],
  },
  { name: 'VerifyUserAttribute', kind: 'user', request: ['AttributeName', 'Code'], response: [] },
  { name: 'ChangePassword', kind: 'user', request: ['PreviousPassword', 'ProposedPassword'], response: [] },
  { name: 'SetUserSettings', kind: 'user', request: ['MFAOptions'], response: [] },
  {
    name: 'SetUserMFAPreference',
    kind: 'user',
    request: ['SMSMfaSettings', 'SoftwareTokenMfaSettings', 'EmailMfaSettings', 'WebAuthnMfaSettings'],
    response: [],
  },
  { name: 'AssociateSoftwareToken', kind: 'user', request: ['Session'], response: ['SecretCode', 'Session'] },
  {
    name: 'VerifySoftwareToken',
    kind: 'user',
    request: ['Session', 'UserCode', 'FriendlyDeviceName'],
    response: ['Status', 'Session'],
  },
  {
    name: 'ConfirmDevice',
    kind: 'user',
    request: ['DeviceKey', 'DeviceName', 'DeviceSecretVerifierConfig'],
    response: ['UserConfirmationNecessary'],
  },
  { name: 'GetDevice', kind: 'user', request: ['DeviceKey'], response: ['Device'] },
  {
    name: 'ListDevices',
    kind: 'user',
    request: ['Limit', 'PaginationToken'],
    response: ['Devices', 'PaginationToken'],
  },
  { name: 'ForgetDevice', kind: 'user', request: ['DeviceKey'], response: [] },
  { name: 'UpdateDeviceStatus', kind: 'user', request: ['DeviceKey', 'DeviceRememberedStatus'], response: [] },
  { name: 'StartWebAuthnRegistration', kind: 'user', request: [], response: ['CredentialCreationOptions'] },
  { name: 'CompleteWebAuthnRegistration', kind: 'user', request: ['Credential'], response: [] },
  {
    name: 'ListWebAuthnCredentials',
    kind: 'user',
    request: ['MaxResults', 'NextToken'],
    response: ['Credentials', 'NextToken'],
  },
  { name: 'DeleteWebAuthnCredential', kind: 'user', request: ['CredentialId'], response: [] },
  { name: 'GlobalSignOut', kind: 'user', request: [], response: [], endsSession: true },
  { name: 'DeleteUser', kind: 'user', request: [], response: [], endsSession: true },
]

/** Every operation that the client has, by name: a map, as a name from outside may be `constructor`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  TABLE.map((operation): [string, Operation] => [operation.name, operation]),
)
