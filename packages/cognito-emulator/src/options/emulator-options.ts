import { z } from 'zod'

import type { AnsweredRequest, DeliveredMessage } from '../printing.ts'
import { lambdasCheck, type Lambdas } from '../triggers/configuration.ts'
import type { Checks } from './checks.ts'
import { userPoolCheck, type UserPoolConfig } from './pool-options.ts'
import { userCheck, type UserConfig } from './user-options.ts'

const aFunction = z.custom<unknown>((value) => typeof value === 'function', 'a function')

/**
 * Which template is loaded, and what it does not say of itself.
 *
 * @example
 * const deployed: TemplateOptions = {
 *   file: 'cdk.out/Auth.template.json',
 *   ids: { UserPool6BA7E5F2: 'us-east-1_a1B2c3D4e', UserPoolWeb0F1E2D3C: '1h57kf5cpq17m0eml12EXAMPLE' },
 *   users: [{ username: 'ana', password: 'Senha-123', attributes: { email: 'ana@example.com' } }],
 * }
 */
export type TemplateOptions = {
  /** In JSON, as `cdk synth` writes it to `cdk.out`. */
  file: string
  /** Values of its parameters. Default: their own. */
  parameters?: Record<string, string>
  /** What pools and clients are called where they are deployed, by their logical ids. Default: made of the logical ids. */
  ids?: Record<string, string>
  /** Users that each of its pools has besides its own. */
  users?: UserConfig[]
}

const template = z.strictObject({
  file: z.string().min(1),
  parameters: z.record(z.string(), z.string()).optional(),
  ids: z.record(z.string(), z.string()).optional(),
  users: z.array(userCheck).optional(),
} satisfies Checks<TemplateOptions>)

/**
 * Options of {@link createEmulator}.
 *
 * @example
 * const options: EmulatorOptions = {
 *   userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }],
 *   data: 'pool.sqlite',
 *   now: () => Date.UTC(2026, 10, 3),
 * }
 */
export type EmulatorOptions = {
  userPools: UserPoolConfig[]
  /** A CloudFormation template whose pools are opened too; its path starts at `directory`. */
  template?: string | TemplateOptions
  /** What stands for the Lambda functions that pools of the API name in LambdaConfig. */
  lambdas?: Lambdas
  /** Where relative paths of trigger modules start. Default: the working directory; for the command its file's. */
  directory?: string
  /** Default: the part of each pool's id before `_`. */
  region?: string
  /** SQLite file that keeps every acknowledged change; in memory when absent. */
  data?: string
  /** Milliseconds since 1970; default `Date.now`. */
  now?: () => number
  /** When set, administrator's operations and `/_emulator/*` answer only with header `x-emulator-admin-key`. */
  adminKey?: string
  /** Refuse pages of other origins, and hosts that are not in `allowedHosts`, also where no server of ours listens. */
  sameOrigin?: boolean
  /** Names, without port, by which requests may call this emulator besides `localhost` and addresses (DNS rebinding). */
  allowedHosts?: string[]
  /** Origins that `sameOrigin` accepts besides that of the host it is asked by: a proxy's that asks by another name. */
  allowedOrigins?: string[]
  /** Hears every code and temporary password that is sent, for example to print it. */
  onDelivery?: (message: DeliveredMessage) => void
  /** Larger requests are refused. Default 65,536. */
  maxBodyBytes?: number
  /**
   * Whose address the tokens' `iss` is. Default `aws`: the service's, so that verifiers are configured as in production.
   * `emulator`: its own, for those that discover keys at the issuer.
   */
  issuer?: 'aws' | 'emulator'
  /** By which address others reach it, where that is not the one it listens at: behind a proxy, in a container. */
  publicUrl?: string
  /** Hears of every request that was answered, for example to log it. */
  onRequest?: (request: AnsweredRequest) => void
  /** Wrong proofs and codes of a user, in a row and of one kind, before the next one has to wait. Default 5, as the service. */
  freeFailures?: number
}

const emulatorOptions = z.strictObject({
  template: z.union([z.string().min(1), template]).optional(),
  userPools: z.array(userPoolCheck),
  lambdas: lambdasCheck.optional(),
  directory: z.string().min(1).optional(),
  region: z.string().min(1).optional(),
  data: z.string().min(1).optional(),
  now: aFunction.optional(),
  adminKey: z.string().min(1).optional(),
  sameOrigin: z.boolean().optional(),
  allowedHosts: z.array(z.string()).optional(),
  allowedOrigins: z.array(z.string()).optional(),
  onDelivery: aFunction.optional(),
  maxBodyBytes: z.number().int().positive().optional(),
  issuer: z.enum(['aws', 'emulator']).optional(),
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  onRequest: aFunction.optional(),
  freeFailures: z.number().int().positive().optional(),
} satisfies Checks<EmulatorOptions>)

/** Checks options as a whole. @throws {TypeError} that names every wrong member and what was expected. */
export function checkOptions(options: unknown): asserts options is EmulatorOptions {
  const { error } = emulatorOptions.safeParse(options)
  if (error) throw new TypeError(`The emulator's options are wrong.\n${z.prettifyError(error)}`)
}

/** The JSON Schema of a configuration file: what JSON can hold of the options, with which editors help to write one. */
export function configSchema(): object {
  return z.toJSONSchema(emulatorOptions, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.not = {} // a function: no JSON is one
    },
  })
}
