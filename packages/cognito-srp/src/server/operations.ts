/**
 * Kind of an operation, which determines how the handler serves the operation. `sign-in`: returns tokens, which the handler
 * stores in the cookies. `refresh`: renews tokens with the refresh token in the cookies. `account`: concerns the user whose name
 * is in the request, and needs the secret hash of that name. `user`: needs the access token in the cookies. `sign-out`: ends the
 * session in the cookies.
 */
export type OperationKind = 'sign-in' | 'refresh' | 'account' | 'user' | 'sign-out'

/** Request and response fields that the handler forwards for an operation. */
type Fields = {
  /** Fields of a page's request that the handler sends to the service. The handler adds the client id, secrets and tokens. */
  request: readonly string[]
  /**
   * Fields of the service's response that the handler returns to the page. `AuthenticationResult` is not one of these fields,
   * because the handler creates the page's `AuthenticationResult` itself.
   */
  response: readonly string[]
  /** Whether a successful call to the operation ends the session. */
  endsSession?: true
}

/** Operation of the service, with its kind and the fields that the handler forwards. */
export type Operation = Fields & { name: string; kind: OperationKind }

const CONTEXT = ['ClientMetadata', 'UserContextData', 'AnalyticsMetadata']
const CHALLENGE = ['ChallengeName', 'ChallengeParameters', 'AvailableChallenges', 'Session']
const FACTORS = ['Username', 'PreferredMfaSetting', 'UserMFASettingList']

// Fields from the Amazon Cognito user pools API reference, except tokens, the client id, and the client secret and its hash.
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

/**
 * Operations of the client, by name. The type is `Map`, because a request could contain an operation name such as
 * `constructor`.
 */
export const OPERATIONS: ReadonlyMap<string, Operation> = new Map(
  (Object.keys(TABLE) as OperationKind[]).flatMap((kind) =>
    Object.entries(TABLE[kind]).map(([name, fields]): [string, Operation] => [name, { name, kind, ...fields }]),
  ),
)
