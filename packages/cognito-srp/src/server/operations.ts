/**
 * How the handler serves an operation. `sign-in`: returns tokens, which go to the cookies. `refresh`: renews with the
 * cookie's refresh token. `account`: concerns a named user, and sends the secret hash of the name. `user`: needs the
 * cookie's access token. `sign-out`: ends the cookie's session.
 */
export type OperationKind = 'sign-in' | 'refresh' | 'account' | 'user' | 'sign-out'

/** The fields of an operation that pass through the handler. */
type Fields = {
  /** The fields of a page's request that go to the service; the handler adds ids, secrets and tokens. */
  request: readonly string[]
  /** The fields of the service's response that go to the page; never `AuthenticationResult`, which the handler writes itself. */
  response: readonly string[]
  /** Whether the operation ends the session when it succeeds. */
  endsSession?: true
}

/** An operation of the service, as the handler serves it. */
export type Operation = Fields & { name: string; kind: OperationKind }

const CONTEXT = ['ClientMetadata', 'UserContextData', 'AnalyticsMetadata']
const CHALLENGE = ['ChallengeName', 'ChallengeParameters', 'AvailableChallenges', 'Session']
const FACTORS = ['Username', 'PreferredMfaSetting', 'UserMFASettingList']

// Amazon Cognito user pools API reference: the fields of each operation without tokens, ids and secrets.
const TABLE: Readonly<Record<OperationKind, Readonly<Record<string, Fields>>>> = {
  'sign-in': {
    InitiateAuth: { request: ['AuthFlow', 'AuthParameters', 'Session', ...CONTEXT], response: CHALLENGE },
    RespondToAuthChallenge: {
      request: ['ChallengeName', 'ChallengeResponses', 'Session', ...CONTEXT],
      response: CHALLENGE,
    },
  },
  refresh: {
    GetTokensFromRefreshToken: { request: ['DeviceKey', 'ClientMetadata'], response: [] },
  },
  'sign-out': {
    RevokeToken: { request: [], response: [] },
  },
  account: {
    SignUp: {
      request: ['Username', 'Password', 'UserAttributes', 'ValidationData', ...CONTEXT],
      response: ['UserConfirmed', 'UserSub', 'CodeDeliveryDetails', 'Session'],
    },
    ConfirmSignUp: {
      request: ['Username', 'ConfirmationCode', 'ForceAliasCreation', 'Session', ...CONTEXT],
      response: ['Session'],
    },
    ResendConfirmationCode: { request: ['Username', ...CONTEXT], response: ['CodeDeliveryDetails'] },
    ForgotPassword: { request: ['Username', ...CONTEXT], response: ['CodeDeliveryDetails'] },
    ConfirmForgotPassword: { request: ['Username', 'ConfirmationCode', 'Password', ...CONTEXT], response: [] },
  },
  user: {
    GetUser: { request: [], response: [...FACTORS, 'UserAttributes', 'MFAOptions'] },
    GetUserAuthFactors: { request: [], response: [...FACTORS, 'ConfiguredUserAuthFactors'] },
    UpdateUserAttributes: { request: ['UserAttributes', 'ClientMetadata'], response: ['CodeDeliveryDetailsList'] },
    DeleteUserAttributes: { request: ['UserAttributeNames'], response: [] },
    GetUserAttributeVerificationCode: {
      request: ['AttributeName', 'ClientMetadata'],
      response: ['CodeDeliveryDetails'],
    },
    VerifyUserAttribute: { request: ['AttributeName', 'Code'], response: [] },
    ChangePassword: { request: ['PreviousPassword', 'ProposedPassword'], response: [] },
    SetUserSettings: { request: ['MFAOptions'], response: [] },
    SetUserMFAPreference: {
      request: ['SMSMfaSettings', 'SoftwareTokenMfaSettings', 'EmailMfaSettings', 'WebAuthnMfaSettings'],
      response: [],
    },
    AssociateSoftwareToken: { request: ['Session'], response: ['SecretCode', 'Session'] },
    VerifySoftwareToken: { request: ['Session', 'UserCode', 'FriendlyDeviceName'], response: ['Status', 'Session'] },
    ConfirmDevice: {
      request: ['DeviceKey', 'DeviceName', 'DeviceSecretVerifierConfig'],
      response: ['UserConfirmationNecessary'],
    },
    GetDevice: { request: ['DeviceKey'], response: ['Device'] },
    ListDevices: { request: ['Limit', 'PaginationToken'], response: ['Devices', 'PaginationToken'] },
    ForgetDevice: { request: ['DeviceKey'], response: [] },
    UpdateDeviceStatus: { request: ['DeviceKey', 'DeviceRememberedStatus'], response: [] },
    StartWebAuthnRegistration: { request: [], response: ['CredentialCreationOptions'] },
    CompleteWebAuthnRegistration: { request: ['Credential'], response: [] },
    ListWebAuthnCredentials: { request: ['MaxResults', 'NextToken'], response: ['Credentials', 'NextToken'] },
    DeleteWebAuthnCredential: { request: ['CredentialId'], response: [] },
    GlobalSignOut: { request: [], response: [], endsSession: true },
    DeleteUser: { request: [], response: [], endsSession: true },
  },
}

/** Every operation of the client, by name. A map, because a name from outside may be `constructor`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  (Object.keys(TABLE) as OperationKind[]).flatMap((kind) =>
    Object.entries(TABLE[kind]).map(([name, fields]): [string, Operation] => [name, { name, kind, ...fields }]),
  ),
)
