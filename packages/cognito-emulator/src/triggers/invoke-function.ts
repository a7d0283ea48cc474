import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { FunctionError, type Invocation } from './invocation.ts'

/**
 * Second argument of a Lambda function.
 *
 * @example
 * const left = (context: LambdaContext) => context.getRemainingTimeInMillis()
 */
export type LambdaContext = {
  callbackWaitsForEmptyEventLoop: boolean
  functionName: string
  functionVersion: string
  invokedFunctionArn: string
  memoryLimitInMB: string
  awsRequestId: string
  logGroupName: string
  logStreamName: string
  getRemainingTimeInMillis(): number
  done(error?: Error | string | null, result?: unknown): void
  fail(error: Error | string): void
  succeed(result?: unknown): void
}

/**
 * Third argument of a Lambda function. A function without a return value passes its result to the callback.
 *
 * @example
 * const answer = (callback: LambdaCallback) => callback(null, { response: {} })
 */
export type LambdaCallback = (error?: Error | string | null, result?: unknown) => void

type Handler = (event: unknown, context: LambdaContext, callback: LambdaCallback) => unknown

/** Number of parameters of a handler that uses the callback. */
const CALLBACK_PARAMETERS = 3

/**
 * Loads the handler of a module. Node caches the module.
 *
 * @throws {FunctionError} with the error that Lambda's runtime reports.
 */
export async function loadHandler(module: string, exportName: string, directory: string): Promise<Handler> {
  const exports = await importModule(resolve(directory, module))
  const { default: commonJs } = exports as { default?: Record<string, unknown> }
  const handler = exports[exportName] ?? commonJs?.[exportName]
  if (typeof handler === 'function') return handler as Handler
  throw new FunctionError('Runtime.HandlerNotFound', `${module} exports no function ${exportName}`)
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(/* @vite-ignore: known only when it runs */ pathToFileURL(path).href)) as Record<
      string,
      unknown
    >
  } catch (cause) {
    throw new FunctionError(
      'Runtime.ImportModuleError',
      `Error: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}

/**
 * Calls a handler as Lambda's runtime for Node does. The result is the value that the handler returns, directly or in a
 * promise, or the value that it passes to `callback` or to the older functions of `context`.
 *
 * @throws {FunctionError} with the error that the handler threw or passed.
 */
export async function callHandler(handler: Handler, event: unknown, invocation: Invocation): Promise<unknown> {
  const called = Promise.withResolvers<unknown>()
  called.promise.catch(() => undefined) // only the first call of the callback counts
  const done: LambdaCallback = (error, result) =>
    error === undefined || error === null ? called.resolve(result) : called.reject(error)
  let hasCalledBack = false
  const callback: LambdaCallback = (error, result) => {
    hasCalledBack = true
    done(error, result)
  }
  try {
    const returned = handler(event, createContext(invocation, callback), callback)
    const waits = returned === undefined && (hasCalledBack || handler.length >= CALLBACK_PARAMETERS)
    return await (waits ? called.promise : returned)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
    throw new FunctionError(name, message)
  }
}

function createContext({ functionName, arn, deadlineMs }: Invocation, done: LambdaCallback): LambdaContext {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: '128',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - performance.now()),
    done,
    fail: (error) => done(error),
    succeed: (result) => done(null, result),
  }
}
