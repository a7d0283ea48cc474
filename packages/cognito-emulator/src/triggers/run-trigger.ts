import { ServiceError } from '../service-error.ts'
import { awsSdkVersion } from './calling-program.ts'
import type { PreTokenGenerationVersion } from './configuration.ts'
import type { TriggerEvents, TriggerName } from './events.ts'
import { findTrigger, titleOf, type FoundTrigger, type TriggerPool } from './find-trigger.ts'
import { FunctionError, InvocationError, UnreadableOutputError, type Invocation } from './invocation.ts'
import { EMPTY_RESPONSES, readAnswer, type TriggerAnswers } from './response-checks.ts'

/** After this long the service hears a trigger no more. It asks again twice; here once is enough to find out. */
const TIME_LIMIT_MS = 5000
/** What the event says where an administrator acts for no app client. */
const NO_CLIENT = 'CLIENT_ID_NOT_APPLICABLE'

/** The pool whose trigger runs, and the client whose request makes it run, if there is one. */
export type TriggerContext = { pool: TriggerPool; client?: { id: string } | undefined }

/** Whom a trigger is told about. In PreSignUp and UserMigration the user has no `sub` and no status yet. */
type Subject = { username: string; sub?: string; attributes: Record<string, string>; status?: string }

type Shared = 'userAttributes' | 'clientMetadata'
/** What is not there is null to a trigger, although its types say that it is absent. */
type Unset<Type> = Type extends unknown[]
  ? Type
  : Type extends object
    ? { [Member in keyof Type]: Unset<Type[Member]> | null | undefined }
    : Type

type ClientSource<Name> = Name extends 'preTokenGeneration' ? 'TokenGeneration_ClientCredentials' : never

/** What a trigger is called with, besides what every event carries. */
export type TriggerCall<Name extends TriggerName> = {
  triggerSource: TriggerEvents[Name]['triggerSource'] | ClientSource<Name>
  user: Subject
  request: Unset<Omit<TriggerEvents[Name]['request'], Shared>>
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Runs one of the pool's triggers and gives what it answered; nothing but absent members when the pool has no such trigger.
 *
 * @throws {ServiceError} UserLambdaValidationException with the trigger's own message when it fails,
 *   UnexpectedLambdaException when it cannot be reached or takes too long, InvalidLambdaResponseException for an answer that
 *   is none.
 */
export async function runTrigger<Name extends TriggerName>(
  context: TriggerContext,
  name: Name,
  call: TriggerCall<Name>,
): Promise<TriggerAnswers[Name]> {
  const trigger = findTrigger(context.pool, name)
  const response = EMPTY_RESPONSES[name]
  if (!trigger) return readAnswer(name, response) as TriggerAnswers[Name]
  const event = toEvent(context, name, trigger.version, call)
  const output = await invoke(titleOf(name), trigger, event)
  const answer = readAnswer(name, responseIn(output))
  if (!answer) throw new ServiceError('InvalidLambdaResponseException', 'Unrecognizable lambda output')
  return answer
}

/** Whether the pool has the trigger at all. */
export function hasTrigger(pool: TriggerPool, name: TriggerName): boolean {
  return findTrigger(pool, name) !== undefined
}

function toEvent<Name extends TriggerName>(
  { pool, client }: TriggerContext,
  name: Name,
  version: PreTokenGenerationVersion | undefined,
  { triggerSource, user, request, clientMetadata }: TriggerCall<Name>,
): object {
  const { sub, status, attributes } = user
  const isSender = name === 'customEmailSender' || name === 'customSMSSender'
  const isSecond = name === 'preTokenGeneration' && (version === 'V2_0' || version === 'V3_0')
  return {
    version: isSecond ? version.slice(1, 2) : '1',
    triggerSource,
    region: pool.region,
    userPoolId: pool.id,
    userName: user.username,
    callerContext: { awsSdkVersion: awsSdkVersion(), clientId: client?.id ?? NO_CLIENT },
    request: {
      ...(request as object),
      ...(name !== 'userMigration' && {
        userAttributes: { ...(sub && { sub }), ...(status && { 'cognito:user_status': status }), ...attributes },
      }),
      ...(isSender ? { clientMetadata: clientMetadata ?? null } : clientMetadata && { clientMetadata }),
    },
    ...(!isSender && { response: isSecond ? { claimsAndScopeOverrideDetails: null } : { ...EMPTY_RESPONSES[name] } }),
  }
}

/** Calls the trigger with a copy of its own and gives a copy of its answer, as two processes would. */
async function invoke(title: string, trigger: FoundTrigger, event: object): Promise<unknown> {
  const { functionName, arn } = trigger
  const given: unknown = JSON.parse(JSON.stringify(event))
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIME_LIMIT_MS)
  const deadlineMs = performance.now() + TIME_LIMIT_MS
  const invocation: Invocation = { functionName, arn, deadlineMs, signal: limit.signal }
  try {
    const output = await Promise.race([trigger.call(given, invocation), tooLate(limit.signal)])
    return copyOf((trigger.mayReturnNothing ? (output ?? given) : output) ?? null)
  } catch (error) {
    throw toServiceError(title, error)
  } finally {
    clearTimeout(timer)
    limit.abort() // what is still on its way is of no use
  }
}

/** @throws {UnreadableOutputError} for what JSON cannot hold */
function copyOf(output: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(output))
  } catch {
    throw new UnreadableOutputError()
  }
}

function tooLate(signal: AbortSignal): Promise<never> {
  const late = new InvocationError('Socket timeout while invoking Lambda function')
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(late), { once: true }))
}

function toServiceError(title: string, error: unknown): ServiceError {
  if (error instanceof InvocationError) {
    return new ServiceError('UnexpectedLambdaException', `${title} invocation failed due to error ${error.message}.`)
  }
  if (error instanceof FunctionError) {
    return new ServiceError('UserLambdaValidationException', `${title} failed with error ${error.message}.`)
  }
  if (error instanceof UnreadableOutputError) {
    return new ServiceError('InvalidLambdaResponseException', 'Invalid lambda function output : Invalid JSON')
  }
  throw error
}

function responseIn(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'response' in output ? output.response : undefined
}
