import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

import type { TriggerEvents, TriggerEventOf } from './events.ts'
import type { LambdaCallback, LambdaContext } from './invoke-function.ts'

/**
 * A function in the place of a Lambda: it takes what Lambda hands over. It changes `event.response`, and may return the
 * event, as a value or a promise, or hand it to `callback`.
 *
 * @example
 * const confirm: TriggerFunction<TriggerEvents['preSignUp']> = ({ response }) => {
 *   response.autoConfirmUser = true
 * }
 */
export type TriggerFunction<Event> = (event: Event, context: LambdaContext, callback: LambdaCallback) => unknown

/**
 * A trigger function by the parts of its event that are its own.
 *
 * @example
 * const confirm: Trigger<PreSignUpRequest, PreSignUpResponse> = ({ response }) => {
 *   response.autoConfirmUser = true
 * }
 */
export type Trigger<Request, Response> = TriggerFunction<TriggerEventOf<Request, Response>>

/**
 * Where a trigger is when it is no function at hand: a module (ESM or CommonJS; `export` is its handler, by default
 * `handler`), or an address that takes Lambda's event in a POST and answers with the response: a server of your own,
 * `sam local start-lambda`, a container with the Runtime Interface Emulator.
 *
 * @example
 * const target: TriggerTarget = { module: './triggers/pre-sign-up.mjs' }
 */
export type TriggerTarget = { module: string; export?: string } | { url: string }

/**
 * Which event the pre-token trigger gets, as in LambdaConfig.
 *
 * @example
 * const both: PreTokenGenerationVersion = 'V2_0'
 */
export type PreTokenGenerationVersion = 'V1_0' | 'V2_0' | 'V3_0'

/**
 * The pool's triggers; each takes the Lambda event of the same name.
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
   * Default: the pre-token trigger gets the event of version 1, and may answer as one of version 1 or 2. With a version its
   * event is that one's, and only that one's answer counts.
   */
  preTokenGenerationVersion?: PreTokenGenerationVersion
  /**
   * ARN of the key that custom senders get their code encrypted with, as a message of the AWS Encryption SDK; KMS's Decrypt
   * answers at the emulator. Default: the code is not encrypted, it is base64 of its text.
   */
  kmsKeyId?: string
}

/**
 * What stands here for the Lambda functions that pools name in LambdaConfig, by ARN or by the function's name. `false`: the
 * function is not run.
 *
 * @example
 * const lambdas: Lambdas = {
 *   'arn:aws:lambda:us-east-1:123456789012:function:PreSignUp': { module: './triggers/pre-sign-up.mjs' },
 *   Welcome: false,
 * }
 */
export type Lambdas = {
  // oxlint-disable-next-line typescript/no-explicit-any -- which event it gets is known only by the pools that name it
  [arnOrName: string]: TriggerFunction<any> | TriggerTarget | false
}

const aFunction = z.custom<(...parameters: unknown[]) => unknown>((value) => typeof value === 'function', 'a function')
const target = z.union([
  z.strictObject({ module: z.string().min(1), export: z.string().min(1).optional() }),
  z.strictObject({ url: z.url({ protocol: /^https?$/, error: 'an http address' }) }),
])
const trigger = z.union([aFunction, target], 'a function, { module, export? } or { url }').optional()

type OtherSettings = {
  preTokenGenerationVersion?: PreTokenGenerationVersion | undefined
  kmsKeyId?: string | undefined
}

/** The check of {@link Triggers}, for JSON and JavaScript. */
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
    .regex(/^arn:[\w-]+:kms:[\w-]+:\d+:key\/[\w-]+$/, 'the ARN of a KMS key')
    .optional(),
  customMessage: trigger,
  userMigration: trigger,
  customEmailSender: trigger,
  customSMSSender: trigger,
} satisfies { [Name in keyof Required<Triggers>]: z.ZodType })

/** The check of {@link Lambdas}. */
export const lambdasCheck: z.ZodType<Record<string, unknown>> = z.record(
  z.string(),
  z.union([aFunction, target, z.literal(false)]),
)

/**
 * Finds the modules at the start, so that a wrong path is no surprise in the middle of a test.
 *
 * @throws {TypeError} that names the first one that is not there.
 */
export function checkModules(triggers: Triggers | Lambdas | undefined, directory: string): void {
  for (const [name, found] of Object.entries(triggers ?? {})) {
    if (typeof found !== 'object' || !('module' in found)) continue
    const path = resolve(directory, found.module)
    if (!existsSync(path)) throw new TypeError(`There is no module ${path} for the trigger ${name}.`)
  }
}
