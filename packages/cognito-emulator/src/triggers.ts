/** One earlier step of a custom sign-in, as DefineAuthChallenge sees it. */
export type ChallengeResult = { challengeName: string; challengeResult: boolean; challengeMetadata?: string }

/** The parts of the event that every trigger gets (Lambda event version 1). */
export type TriggerEventOf<Request, Response> = {
  version: string
  region: string
  userPoolId: string
  userName: string
  triggerSource: string
  callerContext: { awsSdkVersion: string; clientId: string }
  request: Request & { userAttributes: Record<string, string>; clientMetadata?: Record<string, string> }
  response: Response
}

/** A trigger changes `event.response`, and may return the event as a Lambda function does. */
export type Trigger<Request, Response> = (
  event: TriggerEventOf<Request, Response>,
) => TriggerEventOf<Request, Response> | void | Promise<TriggerEventOf<Request, Response> | void>

export type DefineAuthChallengeRequest = { session: ChallengeResult[]; userNotFound?: boolean }
export type DefineAuthChallengeResponse = {
  challengeName?: string
  issueTokens?: boolean
  failAuthentication?: boolean
}

export type CreateAuthChallengeRequest = DefineAuthChallengeRequest & { challengeName: string }
export type CreateAuthChallengeResponse = {
  publicChallengeParameters?: Record<string, string>
  privateChallengeParameters?: Record<string, string>
  challengeMetadata?: string
}

export type VerifyAuthChallengeRequest = {
  privateChallengeParameters: Record<string, string>
  challengeAnswer: string
  userNotFound?: boolean
}
export type VerifyAuthChallengeResponse = { answerCorrect?: boolean }

export type PreSignUpRequest = { validationData: Record<string, string> }
export type PreSignUpResponse = { autoConfirmUser?: boolean; autoVerifyEmail?: boolean; autoVerifyPhone?: boolean }

export type PreTokenGenerationRequest = { groupConfiguration: { groupsToOverride: string[] } }
export type PreTokenGenerationResponse = {
  claimsOverrideDetails?: {
    claimsToAddOrOverride?: Record<string, string>
    claimsToSuppress?: string[]
    groupOverrideDetails?: { groupsToOverride?: string[] }
  }
}

/** The pool's trigger functions; each takes the Lambda event of the same name. */
export type Triggers = {
  defineAuthChallenge?: Trigger<DefineAuthChallengeRequest, DefineAuthChallengeResponse>
  createAuthChallenge?: Trigger<CreateAuthChallengeRequest, CreateAuthChallengeResponse>
  verifyAuthChallengeResponse?: Trigger<VerifyAuthChallengeRequest, VerifyAuthChallengeResponse>
  preSignUp?: Trigger<PreSignUpRequest, PreSignUpResponse>
  postConfirmation?: Trigger<object, object>
  preAuthentication?: Trigger<{ validationData: Record<string, string> }, object>
  postAuthentication?: Trigger<{ newDeviceUsed: boolean }, object>
  preTokenGeneration?: Trigger<PreTokenGenerationRequest, PreTokenGenerationResponse>
}
