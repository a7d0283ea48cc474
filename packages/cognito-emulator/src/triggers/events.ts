// These are the events that Lambda passes to a user pool's triggers. The events have the service's names, members and
// versions (developer guide, "Customizing user pool workflows with Lambda triggers"), so a deployed handler also works in
// the emulator. Each event is assignable to the corresponding event in @types/aws-lambda.

/**
 * A previous step of a custom sign-in, in the input of DefineAuthChallenge.
 *
 * @example
 * const failed: ChallengeResult = { challengeName: 'CUSTOM_CHALLENGE', challengeResult: false }
 */
export type ChallengeResult =
  | { challengeName: 'CUSTOM_CHALLENGE'; challengeResult: boolean; challengeMetadata?: string }
  | { challengeName: 'SRP_A' | 'PASSWORD_VERIFIER'; challengeResult: boolean }

/**
 * The event of a trigger: the members that all events have, and the trigger's own request and response.
 *
 * @example
 * const nameOf = (event: TriggerEventOf<PreSignUpRequest, PreSignUpResponse>) => event.userName
 */
export type TriggerEventOf<Request, Response, Source extends string = string> = {
  version: string
  region: string
  userPoolId: string
  userName: string
  triggerSource: Source
  callerContext: { awsSdkVersion: string; clientId: string }
  request: Request & { userAttributes: Record<string, string>; clientMetadata?: Record<string, string> }
  response: Response
}

/**
 * Input of DefineAuthChallenge: the steps so far.
 *
 * @example
 * const isFirst = ({ session }: DefineAuthChallengeRequest) => session.length === 0
 */
export type DefineAuthChallengeRequest = { session: ChallengeResult[]; userNotFound?: boolean }

/**
 * Output of DefineAuthChallenge: another challenge, tokens, or failure.
 *
 * @example
 * const next: DefineAuthChallengeResponse = {
 *   challengeName: 'CUSTOM_CHALLENGE',
 *   issueTokens: false,
 *   failAuthentication: false,
 * }
 */
export type DefineAuthChallengeResponse = {
  challengeName?: string
  issueTokens: boolean
  failAuthentication: boolean
}

/**
 * Input of CreateAuthChallenge.
 *
 * @example
 * const attempt = ({ session }: CreateAuthChallengeRequest) => session.length + 1
 */
export type CreateAuthChallengeRequest = DefineAuthChallengeRequest & { challengeName: string }

/**
 * Output of CreateAuthChallenge: the parameters for the client, and private parameters for the triggers.
 *
 * @example
 * const riddle: CreateAuthChallengeResponse = {
 *   publicChallengeParameters: { hint: 'a colour' },
 *   privateChallengeParameters: { word: 'azul' },
 *   challengeMetadata: 'COLOUR',
 * }
 */
export type CreateAuthChallengeResponse = {
  publicChallengeParameters: Record<string, string>
  privateChallengeParameters: Record<string, string>
  challengeMetadata: string
}

/**
 * Input of VerifyAuthChallengeResponse: the user's answer, and the private parameters of the challenge.
 *
 * @example
 * const isRight = ({ challengeAnswer, privateChallengeParameters }: VerifyAuthChallengeRequest) =>
 *   challengeAnswer === privateChallengeParameters['word']
 */
export type VerifyAuthChallengeRequest = {
  privateChallengeParameters: Record<string, string>
  challengeAnswer: string
  userNotFound?: boolean
}

/**
 * Output of VerifyAuthChallengeResponse. Without `answerCorrect`, the answer is wrong.
 *
 * @example
 * const right: VerifyAuthChallengeResponse = { answerCorrect: true }
 */
export type VerifyAuthChallengeResponse = { answerCorrect: boolean }

/**
 * Input of PreSignUp: the ValidationData of the request, if the request has ValidationData.
 *
 * @example
 * const inviteOf = ({ validationData }: PreSignUpRequest) => validationData?.['invite']
 */
export type PreSignUpRequest = { validationData?: Record<string, string> }

/**
 * Output of PreSignUp: the confirmations that a new user can skip.
 *
 * @example
 * const trusted: PreSignUpResponse = { autoConfirmUser: true, autoVerifyEmail: true, autoVerifyPhone: false }
 */
export type PreSignUpResponse = { autoConfirmUser: boolean; autoVerifyEmail: boolean; autoVerifyPhone: boolean }

/**
 * Groups with their IAM roles and the preferred role.
 *
 * @example
 * const teachers: GroupOverrideDetails = { groupsToOverride: ['teachers'] }
 */
export type GroupOverrideDetails = {
  groupsToOverride?: string[]
  iamRolesToOverride?: string[]
  preferredRole?: string
}

/**
 * Input of the pre-token trigger: the groups in the tokens and, from version 2, the scopes of the access token.
 *
 * @example
 * const groupsOf = ({ groupConfiguration }: PreTokenGenerationRequest) => groupConfiguration.groupsToOverride
 */
export type PreTokenGenerationRequest = { groupConfiguration: GroupOverrideDetails; scopes?: string[] }

/**
 * Changes made by a pre-token trigger of version 1: claims of the id token, and groups of both tokens.
 *
 * @example
 * const school: ClaimsOverrideDetails = { claimsToAddOrOverride: { school: 'central' } }
 */
export type ClaimsOverrideDetails = {
  claimsToAddOrOverride?: Record<string, string>
  claimsToSuppress?: string[]
  groupOverrideDetails?: GroupOverrideDetails
}

/**
 * Changes made by a pre-token trigger of version 2 or 3: claims of both tokens (any JSON type), scopes of the access token,
 * and groups.
 *
 * @example
 * const school: ClaimsAndScopeOverrideDetails = {
 *   accessTokenGeneration: { claimsToAddOrOverride: { schools: ['central'] }, scopesToAdd: ['school/read'] },
 * }
 */
export type ClaimsAndScopeOverrideDetails = {
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON value; @types/aws-lambda allows only strings
  idTokenGeneration?: { claimsToAddOrOverride?: Record<string, any>; claimsToSuppress?: string[] }
  accessTokenGeneration?: {
    // oxlint-disable-next-line typescript/no-explicit-any -- as above
    claimsToAddOrOverride?: Record<string, any>
    claimsToSuppress?: string[]
    scopesToAdd?: string[]
    scopesToSuppress?: string[]
  }
  groupOverrideDetails?: GroupOverrideDetails
}

/**
 * Output of the pre-token trigger: `claimsOverrideDetails` in version 1, and `claimsAndScopeOverrideDetails` in
 * versions 2 and 3. The member is null until the trigger sets a value.
 *
 * @example
 * const school: Partial<PreTokenGenerationResponse> = {
 *   claimsOverrideDetails: { claimsToAddOrOverride: { school: 'central' } },
 * }
 */
export type PreTokenGenerationResponse = {
  claimsOverrideDetails: ClaimsOverrideDetails
  claimsAndScopeOverrideDetails: ClaimsAndScopeOverrideDetails
}

/**
 * Input of CustomMessage: the placeholders for the code, for the link and, in an invitation, for the user name.
 *
 * @example
 * const textOf = ({ codeParameter }: CustomMessageRequest) => `O seu código é ${codeParameter}`
 */
export type CustomMessageRequest = { codeParameter: string; linkParameter: string; usernameParameter: string | null }

/**
 * Output of CustomMessage: texts that replace the pool's own. A message that is null or lacks the placeholder is not used.
 *
 * @example
 * const short: Partial<CustomMessageResponse> = { smsMessage: 'Código: {####}' }
 */
export type CustomMessageResponse = {
  smsMessage: string | null
  emailMessage: string | null
  emailSubject: string | null
}

/**
 * Input of UserMigration: the password that the unknown user entered. ForgotPassword does not pass a password.
 *
 * @example
 * const isReset = ({ password }: UserMigrationRequest) => password === undefined
 */
export type UserMigrationRequest = { password: string; validationData?: Record<string, string> }

/**
 * Output of UserMigration: the user to create. Without `userAttributes`, no user is created.
 *
 * @example
 * const known: Partial<UserMigrationResponse> = {
 *   userAttributes: { email: 'ana@example.com', email_verified: 'true' },
 *   finalUserStatus: 'CONFIRMED',
 *   messageAction: 'SUPPRESS',
 * }
 */
export type UserMigrationResponse = {
  userAttributes: Record<string, string>
  finalUserStatus?: 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD' | 'UNCONFIRMED'
  messageAction?: 'SUPPRESS' | 'RESEND'
  desiredDeliveryMediums: ('SMS' | 'EMAIL')[]
  forceAliasCreation?: boolean
  enableSMSMFA?: boolean
}

/**
 * Input of a custom sender: a message that the trigger sends instead of the pool. In the service, `code` is encrypted.
 * In the emulator, `code` is encrypted if the pool has a KMS key. Otherwise, `code` is only encoded as base64.
 *
 * @example
 * const codeOf = ({ code }: CustomSenderRequest) => Buffer.from(code ?? '', 'base64')
 */
export type CustomSenderRequest = { type: string; code: string | null }

type Sign = 'SignUp' | 'ResendCode' | 'ForgotPassword' | 'UpdateUserAttribute' | 'VerifyUserAttribute'
/** Occasion of a message: the last part of a message trigger's source. */
export type MessageOccasion = Sign | 'AdminCreateUser' | 'Authentication'

/** Trigger source of the pre-token trigger: the reason for the new tokens. */
export type TokenTriggerSource =
  | 'TokenGeneration_Authentication'
  | 'TokenGeneration_HostedAuth'
  | 'TokenGeneration_NewPasswordChallenge'
  | 'TokenGeneration_AuthenticateDevice'
  | 'TokenGeneration_RefreshTokens'

/**
 * The event of each trigger, by the name of the trigger.
 *
 * @example
 * const greet = ({ userName }: TriggerEvents['postConfirmation']) => console.log(`Welcome, ${userName}`)
 */
export type TriggerEvents = {
  defineAuthChallenge: TriggerEventOf<
    DefineAuthChallengeRequest,
    DefineAuthChallengeResponse,
    'DefineAuthChallenge_Authentication'
  >
  createAuthChallenge: TriggerEventOf<
    CreateAuthChallengeRequest,
    CreateAuthChallengeResponse,
    'CreateAuthChallenge_Authentication'
  >
  verifyAuthChallengeResponse: TriggerEventOf<
    VerifyAuthChallengeRequest,
    VerifyAuthChallengeResponse,
    'VerifyAuthChallengeResponse_Authentication'
  >
  preSignUp: TriggerEventOf<
    PreSignUpRequest,
    PreSignUpResponse,
    'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser' | 'PreSignUp_ExternalProvider'
  >
  postConfirmation: TriggerEventOf<object, object, `PostConfirmation_Confirm${'SignUp' | 'ForgotPassword'}`>
  preAuthentication: TriggerEventOf<
    { validationData?: Record<string, string>; userNotFound?: boolean },
    object,
    'PreAuthentication_Authentication'
  >
  postAuthentication: TriggerEventOf<{ newDeviceUsed: boolean }, object, 'PostAuthentication_Authentication'>
  /** Version 3 also has the source `TokenGeneration_ClientCredentials`, which handlers of other versions never get. */
  preTokenGeneration: TriggerEventOf<PreTokenGenerationRequest, PreTokenGenerationResponse, TokenTriggerSource>
  customMessage: TriggerEventOf<CustomMessageRequest, CustomMessageResponse, `CustomMessage_${MessageOccasion}`>
  userMigration: TriggerEventOf<
    UserMigrationRequest,
    UserMigrationResponse,
    'UserMigration_Authentication' | 'UserMigration_ForgotPassword'
  >
  customEmailSender: TriggerEventOf<CustomSenderRequest, object, `CustomEmailSender_${MessageOccasion}`>
  customSMSSender: TriggerEventOf<CustomSenderRequest, object, `CustomSMSSender_${MessageOccasion}`>
}

/** Name of a trigger in the configuration. Names in LambdaConfig start with a capital letter. */
export type TriggerName = keyof TriggerEvents
