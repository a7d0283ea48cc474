import type { Kms } from '../keys/kms.ts'
import type { Lambdas, PreTokenGenerationVersion, TriggerFunction, Triggers, TriggerTarget } from './configuration.ts'
import type { TriggerName } from './events.ts'
import { InvocationError, type Invocation } from './invocation.ts'
import { callHandler, loadHandler } from './invoke-function.ts'
import { invokeUrl } from './invoke-url.ts'

/** The parts of a pool that define its triggers. Configured triggers take precedence over triggers in LambdaConfig. */
export type TriggerPool = {
  id: string
  region: string
  triggers: Triggers
  lambdas: LambdaSettings
  description?: { LambdaConfig?: LambdaConfig | undefined }
}

/**
 * Local functions that replace Lambda functions, the base directory of modules, and the keys that encrypt codes for custom
 * senders.
 */
export type LambdaSettings = { functions: Lambdas; directory: string; kms: Kms }

/** LambdaConfig in the format of the API. */
type LambdaConfig = { [name: string]: string | VersionedLambda | undefined }
type VersionedLambda = { LambdaArn?: string | undefined; LambdaVersion?: string | undefined }

/** A trigger that can be called. */
export type FoundTrigger = {
  functionName: string
  arn: string
  /** Version of the pre-token event, if the version is set. */
  version?: PreTokenGenerationVersion | undefined
  /** A local function can change the event and return nothing. Any other trigger must return the event. */
  mayReturnNothing: boolean
  call(event: unknown, invocation: Invocation): Promise<unknown>
}

/**
 * Returns the pool's trigger with the given name, or undefined if the pool has no such trigger or its replacement is
 * `false`.
 */
export function findTrigger(pool: TriggerPool, name: TriggerName): FoundTrigger | undefined {
  const configured = pool.triggers[name]
  if (configured) {
    const functionName = titleOf(name)
    const arn = `arn:aws:lambda:${pool.region}:000000000000:function:${functionName}`
    const version = pool.triggers.preTokenGenerationVersion
    return { functionName, arn, version, ...callable(configured as Target, pool.lambdas) }
  }
  const { arn, version } = lambdaOf(pool.description?.LambdaConfig ?? {}, name)
  if (arn === undefined) return undefined
  const functionName = arn.split(':')[6] ?? arn
  const functions = new Map(Object.entries(pool.lambdas.functions))
  const target = functions.get(arn) ?? functions.get(functionName)
  if (target === false) return undefined
  return { functionName, arn, version, ...(target ? callable(target, pool.lambdas) : WITHOUT_REPLACEMENT) }
}

/** Returns the service's name of a trigger, for example `PreSignUp`. */
export function titleOf(name: TriggerName): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

type Target = TriggerFunction<unknown> | TriggerTarget
type Callable = Pick<FoundTrigger, 'call' | 'mayReturnNothing'>

/**
 * A Lambda function without a local replacement. A call to such a function fails with the service's error for a
 * function that the pool cannot invoke.
 */
const WITHOUT_REPLACEMENT: Callable = {
  mayReturnNothing: false,
  call: () => Promise.reject(new InvocationError('AccessDeniedException')),
}

function callable(target: Target, { directory }: LambdaSettings): Callable {
  if (typeof target === 'function') {
    return { mayReturnNothing: true, call: (event, invocation) => callHandler(target, event, invocation) }
  }
  if ('url' in target) {
    return { mayReturnNothing: false, call: (event, invocation) => invokeUrl(target.url, event, invocation) }
  }
  const { module, export: exportName = 'handler' } = target
  return {
    mayReturnNothing: false,
    call: async (event, invocation) => callHandler(await loadHandler(module, exportName, directory), event, invocation),
  }
}

function lambdaOf(
  config: LambdaConfig,
  name: TriggerName,
): Pick<FoundTrigger, 'version'> & { arn?: string | undefined } {
  const title = titleOf(name)
  const lambda = config[`${title}Config`] ?? config[title]
  if (typeof lambda === 'string') return { arn: lambda, version: 'V1_0' }
  return { arn: lambda?.LambdaArn, version: lambda?.LambdaVersion as PreTokenGenerationVersion | undefined }
}
