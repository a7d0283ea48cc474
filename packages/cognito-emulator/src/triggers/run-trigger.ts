import { ServiceError } from '../service-error.ts'
import { awsSdkVersion } from './calling-program.ts'
import type { PreTokenGenerationVersion } from './configuration.ts'
import type { TriggerEvents, TriggerName } from './events.ts'
import { findTrigger, titleOf, type FoundTrigger, type TriggerPool } from './find-trigger.ts'
import { FunctionError, InvocationError, UnreadableOutputError, type Invocation } from './invocation.ts'
import { EMPTY_RESPONSES, readAnswer, type TriggerAnswers } from './response-checks.ts'

/** Time limit of a trigger call. After a timeout, the service retries twice, but the emulator does not retry. */
const TIME_LIMIT_MS = 5000
/** Client id in events of administrator operations, which have no app client. */
const NO_CLIENT = 'CLIENT_ID_NOT_APPLICABLE'

/** The pool of a trigger, and the client of the request that runs the trigger, if there is a client. */
export type TriggerContext = { pool: TriggerPool; client?: { id: string } | undefined }

/** The user in a trigger's event. In PreSignUp and UserMigration, the user has no `sub` yet. */
type Subject = { username: string; sub?: string; attributes: Record<string, string>; status?: string }

type Shared = 'userAttributes' | 'clientMetadata'
/**
 * Allows null and undefined in all members. In events, a missing value is null, although the types declare an absent
 * member.
 */
type Unset<Type> = Type extends unknown[]
  ? Type
  : Type extends object
    ? { [Member in keyof Type]: Unset<Type[Member]> | null | undefined }
    : Type

type ClientSource<Name> = Name extends 'preTokenGeneration' ? 'TokenGeneration_ClientCredentials' : never

/** Input of a trigger call, besides the members that every event has. */
export type TriggerCall<Name extends TriggerName> = {
  triggerSource: TriggerEvents[Name]['triggerSource'] | ClientSource<Name>
  user: Subject
  request: Unset<Omit<TriggerEvents[Name]['request'], Shared>>
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Runs a trigger of the pool and returns its response, or the initial response if the pool has no such trigger.
 *
 * @throws {ServiceError} UserLambdaValidationException with the trigger's own message if the trigger fails,
 *   UnexpectedLambdaException if the trigger cannot be called or times out, InvalidLambdaResponseException if its
 *   response is invalid.
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

/** Whether the pool has a trigger with this name. */
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

/** Calls the trigger with a copy of the event and returns a copy of its output, as if it ran in another process. */
async function invoke(title: string, trigger: FoundTrigger, event: object): Promise<unknown> {
  const { functionName, arn } = trigger
  const copy: unknown = JSON.parse(JSON.stringify(event))
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIME_LIMIT_MS)
  const deadlineMs = performance.now() + TIME_LIMIT_MS
  const invocation: Invocation = { functionName, arn, deadlineMs, signal: limit.signal }
  try {
    const output = await Promise.race([trigger.call(copy, invocation), tooLate(limit.signal)])
    return copyOf((trigger.mayReturnNothing ? (output ?? copy) : output) ?? null)
  } catch (error) {
    throw toServiceError(title, error)
  } finally {
    clearTimeout(timer)
    limit.abort() // cancels a request that is still running
  }
}

/** Copies an output. @throws {UnreadableOutputError} if the output cannot be written as JSON */
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
