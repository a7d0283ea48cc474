import { z } from 'zod'

import type { AnsweredRequest, DeliveredMessage } from '../printing.ts'
import { lambdasCheck, type Lambdas } from '../triggers/configuration.ts'
import type { Checks } from './checks.ts'
import { userPoolCheck, type UserPoolConfig } from './pool-options.ts'
import { userCheck, type UserConfig } from './user-options.ts'

const aFunction = z.custom<unknown>((value) => typeof value === 'function', 'must be a function')

/**
 * A CloudFormation template to load, with values that the template does not contain.
 *
 * @example
 * const deployed: TemplateOptions = {
 *   file: 'cdk.out/Auth.template.json',
 *   ids: { UserPool6BA7E5F2: 'us-east-1_a1B2c3D4e', UserPoolWeb0F1E2D3C: '1h57kf5cpq17m0eml12EXAMPLE' },
 *   users: [{ username: 'ana', password: 'Senha-123', attributes: { email: 'ana@example.com' } }],
 * }
 */
export type TemplateOptions = {
  /** Path of a JSON template, for example a template that `cdk synth` wrote to `cdk.out`. */
  file: string
  /** Parameter values. Default: the default values in the template. */
  parameters?: Record<string, string>
  /** Ids of the deployed pools and clients, by logical id. Default: ids made from the logical ids. */
  ids?: Record<string, string>
  /** Users to add to each pool of the template. */
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
  /**
   * A CloudFormation template whose user pools the emulator also creates. The path of the template is relative to
   * `directory`.
   */
  template?: string | TemplateOptions
  /** Local functions that replace the Lambda functions in a pool's LambdaConfig. */
  lambdas?: Lambdas
  /**
   * Base directory of relative paths. Default: the working directory, or the directory of the configuration file if the
   * command reads one.
   */
  directory?: string
  /** Region of all pools. Default: the part of each pool's id before `_`. */
  region?: string
  /**
   * SQLite file that stores every acknowledged change to pools, clients, users, sessions and keys. Default: everything is only
   * in memory.
   */
  data?: string
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  now?: () => number
  /** If set, administrator operations and `/_emulator/*` require this key in the header `x-emulator-admin-key`. */
  adminKey?: string
  /**
   * Rejects requests from pages on other origins and requests for hosts that are not allowed (see `allowedHosts`), even if
   * `fetch` is mounted in another server.
   */
  sameOrigin?: boolean
  /** Host names (without port) that requests can use besides `localhost` and IP addresses. Protects against DNS rebinding. */
  allowedHosts?: string[]
  /**
   * Origins that `sameOrigin` accepts besides the origin of the requested host, for example the origin of a proxy with a
   * different host name.
   */
  allowedOrigins?: string[]
  /** Called with every message that is sent, for example to print its code. */
  onDelivery?: (message: DeliveredMessage) => void
  /** Maximum size of a request body in bytes. Default: 65,536. */
  maxBodyBytes?: number
  /**
   * Issuer (`iss`) of the tokens. `aws`: the service's address, so that verifiers have the same configuration as in
   * production. `emulator`: the emulator's own address, for verifiers that discover keys at the issuer. Default: `aws`.
   */
  issuer?: 'aws' | 'emulator'
  /**
   * Public address of the emulator if it differs from the address that the emulator listens on, for example behind a
   * proxy or in a container.
   */
  publicUrl?: string
  /** Called after every request that reaches the emulator's `fetch`, for example to log the request. */
  onRequest?: (request: AnsweredRequest) => void
  /** Number of consecutive wrong passwords or wrong codes after which a user has to wait. Default: 5, as in the service. */
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

/** Checks all options. @throws {TypeError} that lists every invalid option with the expected value. */
export function checkOptions(options: unknown): asserts options is EmulatorOptions {
  const { error } = emulatorOptions.safeParse(options)
  if (error) throw new TypeError(`The emulator's options are invalid.\n${z.prettifyError(error)}`)
}

/**
 * Returns the JSON Schema of a configuration file, which editors use for completion. The schema has only the options
 * that JSON can express.
 */
export function configSchema(): object {
  return z.toJSONSchema(emulatorOptions, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'custom') jsonSchema.not = {} // JSON cannot express a function
    },
  })
}
