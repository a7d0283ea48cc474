import type { Caller } from './pools.ts'
import { ServiceError } from './service-error.ts'
import type { TriggerEventOf, Triggers } from './triggers.ts'
import type { User } from './users/user.ts'

type RequestOf<Name extends keyof Triggers> =
  Parameters<NonNullable<Triggers[Name]>>[0] extends TriggerEventOf<infer Request, unknown> ? Request : never
type ResponseOf<Name extends keyof Triggers> = Parameters<NonNullable<Triggers[Name]>>[0]['response']

/** What a trigger is called with, besides what every event carries. */
export type TriggerCall<Name extends keyof Triggers> = {
  triggerSource: string
  user: Pick<User, 'username' | 'sub' | 'attributes'> & Partial<Pick<User, 'status'>>
  request: Omit<RequestOf<Name>, 'userAttributes' | 'clientMetadata'>
  response: ResponseOf<Name>
  clientMetadata?: Record<string, string> | undefined
}

/**
 * Runs one of the pool's trigger functions and gives its response; the response given is the answer when the pool has
 * no such trigger.
 *
 * @throws {ServiceError} UserLambdaValidationException with the trigger's own message when it throws.
 */
export async function runTrigger<Name extends keyof Triggers>(
  { pool, client }: Caller,
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
