import type { Kms } from '../keys/kms.ts'
import type { Lambdas, PreTokenGenerationVersion, TriggerFunction, Triggers, TriggerTarget } from './configuration.ts'
import type { TriggerName } from './events.ts'
import { InvocationError, type Invocation } from './invocation.ts'
import { callHandler, loadHandler } from './invoke-function.ts'
import { invokeUrl } from './invoke-url.ts'

/** A pool as its triggers are found: those of the configuration first, then those that the API gave it. */
export type TriggerPool = {
  id: string
  region: string
  triggers: Triggers
  lambdas: LambdaSettings
  description?: { LambdaConfig?: LambdaConfig | undefined }
}

/** What stands for Lambda functions, where the paths of modules start, and the keys that custom senders are sent codes by. */
export type LambdaSettings = { functions: Lambdas; directory: string; kms: Kms }

/** LambdaConfig as the API has it. */
type LambdaConfig = { [name: string]: string | VersionedLambda | undefined }
type VersionedLambda = { LambdaArn?: string | undefined; LambdaVersion?: string | undefined }

/** A trigger that can be called. */
export type FoundTrigger = {
  functionName: string
  arn: string
  /** Of the pre-token event, where it is set. */
  version?: PreTokenGenerationVersion | undefined
  /** A function at hand may change the event and return nothing; any other has to answer with the event. */
  mayReturnNothing: boolean
  call(event: unknown, invocation: Invocation): Promise<unknown>
}

/** The pool's trigger of a name, `LambdaConfig`'s with a capital; none where it has none, or one that is not to be run here. */
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
  return { functionName, arn, version, ...(target ? callable(target, pool.lambdas) : NOBODYS) }
}

/** The trigger's name as the service writes it: `PreSignUp`. */
export function titleOf(name: TriggerName): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

type Target = TriggerFunction<unknown> | TriggerTarget
type Callable = Pick<FoundTrigger, 'call' | 'mayReturnNothing'>

/** A function that nobody named here is to the pool one that it may not invoke: the service says the same of both. */
const NOBODYS: Callable = {
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
  const given = config[`${title}Config`] ?? config[title]
  if (typeof given === 'string') return { arn: given, version: 'V1_0' }
  return { arn: given?.LambdaArn, version: given?.LambdaVersion as PreTokenGenerationVersion | undefined }
}
