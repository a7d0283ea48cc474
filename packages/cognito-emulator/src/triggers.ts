import { ServiceError } from './service-error.ts'

/**
 * One earlier step of a custom sign-in, as DefineAuthChallenge sees it.
 *
 * @example
 * const failed: ChallengeResult = { challengeName: 'CUSTOM_CHALLENGE', challengeResult: false }
 */
export type ChallengeResult = { challengeName: string; challengeResult: boolean; challengeMetadata?: string }

/**
 * The parts of the event that every trigger gets (Lambda event version 1).
 *
 * @example
 * const nameOf = (event: TriggerEventOf<PreSignUpRequest, PreSignUpResponse>) => event.userName
 */
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

/**
 * A trigger changes `event.response`, and may return the event as a Lambda function does.
 *
 * @example
 * const confirm: Trigger<PreSignUpRequest, PreSignUpResponse> = ({ response }) => {
 *   response.autoConfirmUser = true
 * }
 */
export type Trigger<Request, Response> = (
  event: TriggerEventOf<Request, Response>,
) => TriggerEventOf<Request, Response> | void | Promise<TriggerEventOf<Request, Response> | void>

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
 * const next: DefineAuthChallengeResponse = { challengeName: 'CUSTOM_CHALLENGE' }
 */
export type DefineAuthChallengeResponse = {
  challengeName?: string
  issueTokens?: boolean
  failAuthentication?: boolean
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
 * }
 */
export type CreateAuthChallengeResponse = {
  publicChallengeParameters?: Record<string, string>
  privateChallengeParameters?: Record<string, string>
  challengeMetadata?: string
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
export type VerifyAuthChallengeResponse = { answerCorrect?: boolean }

/**
 * What a person who registers is checked by.
 *
 * @example
 * const inviteOf = ({ validationData }: PreSignUpRequest) => validationData['invite']
 */
export type PreSignUpRequest = { validationData: Record<string, string> }

/**
 * What a registration is let off.
 *
 * @example
 * const trusted: PreSignUpResponse = { autoConfirmUser: true, autoVerifyEmail: true }
 */
export type PreSignUpResponse = { autoConfirmUser?: boolean; autoVerifyEmail?: boolean; autoVerifyPhone?: boolean }

/**
 * The groups that tokens would carry.
 *
 * @example
 * const groupsOf = ({ groupConfiguration }: PreTokenGenerationRequest) => groupConfiguration.groupsToOverride
 */
export type PreTokenGenerationRequest = { groupConfiguration: { groupsToOverride: string[] } }

/**
 * Claims of the id token to add or leave out, and groups of both tokens.
 *
 * @example
 * const school: PreTokenGenerationResponse = {
 *   claimsOverrideDetails: { claimsToAddOrOverride: { school: 'central' } },
 * }
 */
export type PreTokenGenerationResponse = {
  claimsOverrideDetails?: {
    claimsToAddOrOverride?: Record<string, string>
    claimsToSuppress?: string[]
    groupOverrideDetails?: { groupsToOverride?: string[] }
  }
}

/**
 * The pool's trigger functions; each takes the Lambda event of the same name.
 *
 * @example
 * const triggers: Triggers = {
 *   preSignUp({ request }) {
 *     if (request.validationData['invite'] !== 'azul') throw new Error('no invitation')
 *   },
 * }
 */
export type Triggers = {
  defineAuthChallenge?: Trigger<DefineAuthChallengeRequest, DefineAuthChallengeResponse>
  createAuthChallenge?: Trigger<CreateAuthChallengeRequest, CreateAuthChallengeResponse>
  verifyAuthChallengeResponse?: Trigger<VerifyAuthChallengeRequest, VerifyAuthChallengeResponse>
  preSignUp?: Trigger<PreSignUpRequest, PreSignUpResponse>
  postConfirmation?: Trigger<object, object>
  preAuthentication?: Trigger<{ validationData: Record<string, string>; userNotFound?: boolean }, object>
  postAuthentication?: Trigger<{ newDeviceUsed: boolean }, object>
  preTokenGeneration?: Trigger<PreTokenGenerationRequest, PreTokenGenerationResponse>
}

type RequestOf<Name extends keyof Triggers> =
  Parameters<NonNullable<Triggers[Name]>>[0] extends TriggerEventOf<infer Request, unknown> ? Request : never
type ResponseOf<Name extends keyof Triggers> = Parameters<NonNullable<Triggers[Name]>>[0]['response']

/** What a trigger is called with, besides what every event carries. */
export type TriggerCall<Name extends keyof Triggers> = {
  triggerSource: string
  user: { username: string; sub: string; attributes: Record<string, string>; status?: string }
  request: Omit<RequestOf<Name>, 'userAttributes' | 'clientMetadata'>
  response: ResponseOf<Name>
  clientMetadata?: Record<string, string> | undefined
}

/** The pool whose triggers run, and the client whose request makes them run. */
type TriggerContext = { pool: { id: string; region: string; triggers: Triggers }; client: { id: string } }

/**
 * Runs one of the pool's trigger functions and gives its response; the response given is the answer when the pool has
 * no such trigger.
 *
 * @throws {ServiceError} UserLambdaValidationException with the trigger's own message when it throws.
 */
export async function runTrigger<Name extends keyof Triggers>(
  { pool, client }: TriggerContext,
  name: Name,
  { triggerSource, user, request, response, clientMetadata }: TriggerCall<Name>,
): Promise<ResponseOf<Name>> {
  const trigger = pool.triggers[name] as ((event: unknown) => unknown) | undefined
  if (!trigger) return response
  const event = {
    version: '1',
    region: pool.region,
    userPoolId: pool.id,
    userName: user.username,
    triggerSource,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: client.id },
    request: {
      ...request,
      userAttributes: { sub: user.sub, ...(user.status && { 'cognito:user_status': user.status }), ...user.attributes },
      ...(clientMetadata && { clientMetadata }),
    },
    response,
  }
  return responseOf(name, (await call(name, trigger, event)) ?? event) as ResponseOf<Name>
}

async function call(name: string, trigger: (event: unknown) => unknown, event: unknown): Promise<unknown> {
  try {
    return await trigger(event)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError('UserLambdaValidationException', `${titleOf(name)} failed with error ${reason}.`)
  }
}

function responseOf(name: string, event: unknown): unknown {
  const response = typeof event === 'object' && event !== null && 'response' in event ? event.response : undefined
  if (typeof response === 'object' && response !== null) return response
  throw new ServiceError('InvalidLambdaResponseException', `${titleOf(name)} returned no response.`)
}

function titleOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
