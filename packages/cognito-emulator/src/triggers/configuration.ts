import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

import type { TriggerEvents, TriggerEventOf } from './events.ts'
import type { LambdaCallback, LambdaContext } from './invoke-function.ts'

/**
 * A local function that replaces a Lambda function and gets the same arguments. The function changes `event.response`,
 * and can also return the event, directly or in a promise, or pass it to `callback`.
 *
 * @example
 * const confirm: TriggerFunction<TriggerEvents['preSignUp']> = ({ response }) => {
 *   response.autoConfirmUser = true
 * }
 */
export type TriggerFunction<Event> = (event: Event, context: LambdaContext, callback: LambdaCallback) => unknown

/**
 * A trigger function, defined by the request and the response of its event.
 *
 * @example
 * const confirm: Trigger<PreSignUpRequest, PreSignUpResponse> = ({ response }) => {
 *   response.autoConfirmUser = true
 * }
 */
export type Trigger<Request, Response> = TriggerFunction<TriggerEventOf<Request, Response>>

/**
 * A trigger in a module or at a URL. A module can be ESM or CommonJS, and `export` names its handler (default:
 * `handler`). The server at a URL receives Lambda's event in a POST request and returns the result. This server can be your own
 * server, `sam local start-lambda`, or a container with the Runtime Interface Emulator.
 *
 * @example
 * const target: TriggerTarget = { module: './triggers/pre-sign-up.mjs' }
 */
export type TriggerTarget = { module: string; export?: string } | { url: string }

/**
 * Version of the pre-token trigger's event, as in LambdaConfig.
 *
 * @example
 * const both: PreTokenGenerationVersion = 'V2_0'
 */
export type PreTokenGenerationVersion = 'V1_0' | 'V2_0' | 'V3_0'

/**
 * Triggers of a pool. Each trigger gets the Lambda event of the same name.
 *
 * @example
 * const triggers: Triggers = {
 *   preSignUp({ request }) {
 *     if (request.validationData?.['invite'] !== 'azul') throw new Error('no invitation')
 *   },
 *   customMessage: { module: './triggers/custom-message.mjs' },
 *   postConfirmation: { url: 'http://127.0.0.1:3001/2015-03-31/functions/Welcome/invocations' },
 * }
 */
export type Triggers = { [Name in keyof TriggerEvents]?: TriggerFunction<TriggerEvents[Name]> | TriggerTarget } & {
  /**
   * Version of the pre-token trigger's event and response. By default, the event has version 1 and the response can have
   * version 1 or 2.
   */
  preTokenGenerationVersion?: PreTokenGenerationVersion
  /**
   * ARN of the key that encrypts codes for custom senders, as messages of the AWS Encryption SDK. The emulator implements
   * KMS's Decrypt. Default: codes are encoded as base64 but not encrypted.
   */
  kmsKeyId?: string
}

/**
 * Local functions that replace the Lambda functions in LambdaConfig, by ARN or by function name. A function with the value
 * `false` is not called.
 *
 * @example
 * const lambdas: Lambdas = {
 *   'arn:aws:lambda:us-east-1:123456789012:function:PreSignUp': { module: './triggers/pre-sign-up.mjs' },
 *   Welcome: false,
 * }
 */
export type Lambdas = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the type of its event depends on the pools that use it
  [arnOrName: string]: TriggerFunction<any> | TriggerTarget | false
}

const aFunction = z.custom<(...parameters: unknown[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)
const target = z.union([
  z.strictObject({ module: z.string().min(1), export: z.string().min(1).optional() }),
  z.strictObject({ url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }) }),
])
const trigger = z.union([aFunction, target], 'must be a function, { module, export? } or { url }').optional()

type OtherSettings = {
  preTokenGenerationVersion?: PreTokenGenerationVersion | undefined
  kmsKeyId?: string | undefined
}

/** Schema of {@link Triggers} for JSON and JavaScript. */
export const triggersCheck: z.ZodType<{ [Name in keyof TriggerEvents]?: unknown } & OtherSettings> = z.strictObject({
  defineAuthChallenge: trigger,
  createAuthChallenge: trigger,
  verifyAuthChallengeResponse: trigger,
  preSignUp: trigger,
  postConfirmation: trigger,
  preAuthentication: trigger,
  postAuthentication: trigger,
  preTokenGeneration: trigger,
  preTokenGenerationVersion: z.enum(['V1_0', 'V2_0', 'V3_0']).optional(),
  kmsKeyId: z
    .string()
    .regex(/^arn:[\w-]+:kms:[\w-]+:\d+:key\/[\w-]+$/, 'must be the ARN of a KMS key')
    .optional(),
  customMessage: trigger,
  userMigration: trigger,
  customEmailSender: trigger,
  customSMSSender: trigger,
} satisfies { [Name in keyof Required<Triggers>]: z.ZodType })

/** Schema of {@link Lambdas}. */
export const lambdasCheck: z.ZodType<Record<string, unknown>> = z.record(
  z.string(),
  z.union([aFunction, target, z.literal(false)]),
)

/**
 * Checks at startup that the modules of all triggers exist, so that a wrong path does not make a test fail later.
 *
 * @throws {TypeError} with the path of the first module that does not exist.
 */
export function checkModules(triggers: Triggers | Lambdas | undefined, directory: string): void {
  for (const [name, trigger] of Object.entries(triggers ?? {})) {
    if (typeof trigger !== 'object' || !('module' in trigger)) continue
    const path = resolve(directory, trigger.module)
    if (!existsSync(path)) throw new TypeError(`The module ${path} of the trigger ${name} does not exist.`)
  }
}
