/**
 * Kind of an operation, which determines how the handler serves the operation. `sign-in`: returns tokens, which go to the
 * cookies. `refresh`: renews with the cookie's refresh token. `account`: concerns a named user, and sends the secret hash of the
 * name. `user`: needs the cookie's access token. `sign-out`: ends the cookie's session.
 */
export type OperationKind = 'sign-in' | 'refresh' | 'account' | 'user' | 'sign-out'

/** Fields of an operation that the handler forwards. */
type Fields = {
  /** Fields of a page's request that the handler sends to the service. The handler adds ids, secrets and tokens. */
  request: readonly string[]
  /**
   * Fields of the service's response that the handler returns to the page, never including `AuthenticationResult`, which the
   * handler creates itself.
   */
  response: readonly string[]
  /** Whether success of the operation ends the session. */
  endsSession?: true
}

/** Operation of the service with its handling. */
export type Operation = Fields & { name: string; kind: OperationKind }

const CONTEXT = ['ClientMetadata', 'UserContextData', 'AnalyticsMetadata']
const CHALLENGE = ['ChallengeName', 'ChallengeParameters', 'AvailableChallenges', 'Session']
const FACTORS = ['Username', 'PreferredMfaSetting', 'UserMFASettingList']

// Fields from the Amazon Cognito user pools API reference, without tokens, ids and secrets.
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

/** Every operation of the client by name, in a Map because a request could contain a name such as `constructor`. */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  (Object.keys(TABLE) as OperationKind[]).flatMap((kind) =>
    Object.entries(TABLE[kind]).map(([name, fields]): [string, Operation] => [name, { name, kind, ...fields }]),
  ),
)
