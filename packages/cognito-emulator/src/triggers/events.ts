// The events of a user pool's triggers as Lambda hands them to a function: names, members and versions are the service's
// (developer guide, "Customizing user pool workflows with Lambda triggers"), so that the handler that is deployed is the one
// that runs here. Each is assignable to the event of the same name in @types/aws-lambda.

/**
 * One earlier step of a custom sign-in, as DefineAuthChallenge sees it.
 *
 * @example
 * const failed: ChallengeResult = { challengeName: 'CUSTOM_CHALLENGE', challengeResult: false }
 */
export type ChallengeResult =
  | { challengeName: 'CUSTOM_CHALLENGE'; challengeResult: boolean; challengeMetadata?: string }
  | { challengeName: 'SRP_A' | 'PASSWORD_VERIFIER'; challengeResult: boolean }

/**
 * The parts of the event that every trigger gets.
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
 * What DefineAuthChallenge is asked: the steps so far.
 *
 * @example
 * const isFirst = ({ session }: DefineAuthChallengeRequest) => session.length === 0
 */
export type DefineAuthChallengeRequest = { session: ChallengeResult[]; userNotFound?: boolean }

/**
 * What DefineAuthChallenge decides: another challenge, tokens or the end.
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
 * What CreateAuthChallenge is asked for.
 *
 * @example
 * const attempt = ({ session }: CreateAuthChallengeRequest) => session.length + 1
 */
export type CreateAuthChallengeRequest = DefineAuthChallengeRequest & { challengeName: string }

/**
 * What the client sees of a challenge, and what only the triggers do.
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
 * An answer with what it is judged by.
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
 * The judgement; absent, the answer is wrong.
 *
 * @example
 * const right: VerifyAuthChallengeResponse = { answerCorrect: true }
 */
export type VerifyAuthChallengeResponse = { answerCorrect: boolean }

/**
 * What a person who registers is checked by; without ValidationData there is none.
 *
 * @example
 * const inviteOf = ({ validationData }: PreSignUpRequest) => validationData?.['invite']
 */
export type PreSignUpRequest = { validationData?: Record<string, string> }

/**
 * What a registration is let off.
 *
 * @example
 * const trusted: PreSignUpResponse = { autoConfirmUser: true, autoVerifyEmail: true, autoVerifyPhone: false }
 */
export type PreSignUpResponse = { autoConfirmUser: boolean; autoVerifyEmail: boolean; autoVerifyPhone: boolean }

/**
 * Groups with their IAM roles, the preferred role among them.
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
 * The groups that tokens would carry, and from version 2 on the scopes of the access token.
 *
 * @example
 * const groupsOf = ({ groupConfiguration }: PreTokenGenerationRequest) => groupConfiguration.groupsToOverride
 */
export type PreTokenGenerationRequest = { groupConfiguration: GroupOverrideDetails; scopes?: string[] }

/**
 * What a trigger of version 1 changes: claims of the id token, and groups of both tokens.
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
 * What a trigger of version 2 or 3 changes: claims of both tokens, of any JSON type, scopes of the access token, groups.
 *
 * @example
 * const school: ClaimsAndScopeOverrideDetails = {
 *   accessTokenGeneration: { claimsToAddOrOverride: { schools: ['central'] }, scopesToAdd: ['school/read'] },
 * }
 */
export type ClaimsAndScopeOverrideDetails = {
  // oxlint-disable-next-line typescript/no-explicit-any -- any JSON; @types/aws-lambda has only texts
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
 * What a pre-token trigger answers: the first in version 1, the second in versions 2 and 3. Before the trigger has written
 * it, the member is null.
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
 * What a message will be made of: the placeholders of the code, of the link and, in an invitation, of the user name.
 *
 * @example
 * const textOf = ({ codeParameter }: CustomMessageRequest) => `O seu código é ${codeParameter}`
 */
export type CustomMessageRequest = { codeParameter: string; linkParameter: string; usernameParameter: string | null }

/**
 * The texts in place of the pool's own; null, or without the placeholder, the pool's own are sent.
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
 * A name that the pool does not know, with the password that was typed with it; ForgotPassword has none.
 *
 * @example
 * const isReset = ({ password }: UserMigrationRequest) => password === undefined
 */
export type UserMigrationRequest = { password: string; validationData?: Record<string, string> }

/**
 * The user to make; without `userAttributes` none is made.
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
 * A message that the trigger sends in place of the pool. `code` is ciphertext at the service; here see the README.
 *
 * @example
 * const codeOf = ({ code }: CustomSenderRequest) => Buffer.from(code ?? '', 'base64')
 */
export type CustomSenderRequest = { type: string; code: string | null }

type Sign = 'SignUp' | 'ResendCode' | 'ForgotPassword' | 'UpdateUserAttribute' | 'VerifyUserAttribute'
/** On which occasion a message is sent: the last part of the trigger source of the message triggers. */
export type MessageOccasion = Sign | 'AdminCreateUser' | 'Authentication'

/** Why tokens are made, as the pre-token trigger is told. */
export type TokenTriggerSource =
  | 'TokenGeneration_Authentication'
  | 'TokenGeneration_HostedAuth'
  | 'TokenGeneration_NewPasswordChallenge'
  | 'TokenGeneration_AuthenticateDevice'
  | 'TokenGeneration_RefreshTokens'

/**
 * The event of each trigger of a pool, by the trigger's name.
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
  preSignUp: TriggerEventOf<PreSignUpRequest, PreSignUpResponse, 'PreSignUp_SignUp' | 'PreSignUp_AdminCreateUser'>
  postConfirmation: TriggerEventOf<
    object,
    object,
    'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword'
  >
  preAuthentication: TriggerEventOf<
    { validationData?: Record<string, string>; userNotFound?: boolean },
    object,
    'PreAuthentication_Authentication'
  >
  postAuthentication: TriggerEventOf<{ newDeviceUsed: boolean }, object, 'PostAuthentication_Authentication'>
  /** Of version 3 also with the source `TokenGeneration_ClientCredentials`, which handlers of the other versions never meet. */
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

/** The name of a trigger, as in the configuration. LambdaConfig's names begin with a capital. */
export type TriggerName = keyof TriggerEvents
