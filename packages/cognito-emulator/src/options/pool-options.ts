import { z } from 'zod'

import { triggersCheck, type Triggers } from '../triggers/configuration.ts'
import type { Checks, OrUndefined } from './checks.ts'
import { clientCheck, type ClientConfig } from './client-options.ts'
import { messagesCheck, type MessageSettings } from './message-settings.ts'
import { mfaTypeCheck, userCheck, type MfaType, type UserConfig } from './user-options.ts'

/** A pool's id. The part after `_` goes into SRP's proofs. */
export const POOL_ID: RegExp = /^[\w-]+_[0-9a-zA-Z]+$/
export const MAX_POOL_ID_LENGTH = 55

const address = z.enum(['email', 'phone_number'])

/**
 * What a new password must have. Default: the service's (8 characters, upper, lower, digit, symbol).
 *
 * @example
 * const long: PasswordPolicy = { minimumLength: 16, requireSymbols: false }
 */
export type PasswordPolicy = {
  minimumLength?: number
  requireUppercase?: boolean
  requireLowercase?: boolean
  requireNumbers?: boolean
  requireSymbols?: boolean
  /** How many of a user's latest passwords, the present one among them, may not be chosen again. Default 0. */
  historySize?: number
  temporaryPasswordValidityDays?: number
}

const passwordPolicy = z.strictObject({
  minimumLength: z.number().int().min(6).max(99).optional(),
  requireUppercase: z.boolean().optional(),
  requireLowercase: z.boolean().optional(),
  requireNumbers: z.boolean().optional(),
  requireSymbols: z.boolean().optional(),
  historySize: z.number().int().min(0).max(24).optional(),
  temporaryPasswordValidityDays: z.number().min(0).optional(),
} satisfies Checks<PasswordPolicy>)

/**
 * What passkeys are bound to. Default: the host of the request's origin.
 *
 * @example
 * const passkeys: WebAuthnConfig = { relyingPartyId: 'example.com', userVerification: 'required' }
 */
export type WebAuthnConfig = { relyingPartyId?: string; userVerification?: 'required' | 'preferred' }

const webAuthn = z.strictObject({
  relyingPartyId: z.string().optional(),
  userVerification: z.enum(['required', 'preferred']).optional(),
} satisfies Checks<WebAuthnConfig>)

/**
 * An attribute of a pool. Those of its own are called `custom:…`.
 *
 * @example
 * const course: AttributeSchema = {
 *   name: 'custom:course',
 *   dataType: 'String',
 *   required: false,
 *   mutable: true,
 *   maxLength: 20,
 * }
 */
export type AttributeSchema = {
  name: string
  dataType: 'String' | 'Number' | 'DateTime' | 'Boolean'
  required: boolean
  mutable: boolean
  minLength?: number
  maxLength?: number
  minValue?: number
  maxValue?: number
  /** Only an administrator writes it. */
  developerOnly?: boolean
}

const attributeSchema = z.strictObject({
  name: z.string().min(1),
  dataType: z.enum(['String', 'Number', 'DateTime', 'Boolean']),
  required: z.boolean(),
  mutable: z.boolean(),
  minLength: z.number().int().min(0).max(2048).optional(),
  maxLength: z.number().int().min(0).max(2048).optional(),
  minValue: z.number().optional(),
  maxValue: z.number().optional(),
  developerOnly: z.boolean().optional(),
} satisfies Checks<AttributeSchema>)

/**
 * A group, where its name is not enough.
 *
 * @example
 * const teachers: GroupConfig = { name: 'teachers', roleArn: 'arn:aws:iam::123456789012:role/teachers', precedence: 1 }
 */
export type GroupConfig = { name: string; description?: string; roleArn?: string; precedence?: number }

const group = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().max(2048).optional(),
  roleArn: z.string().min(20).optional(),
  precedence: z.number().int().min(0).optional(),
} satisfies Checks<GroupConfig>)

/** A way to sign in with USER_AUTH. */
export type FirstFactor = 'PASSWORD' | 'EMAIL_OTP' | 'SMS_OTP' | 'WEB_AUTHN'

/** Where the code of a forgotten password goes. */
export type RecoveryMechanism = 'verified_email' | 'verified_phone_number' | 'admin_only'

/**
 * Everything about a pool that JSON can hold.
 *
 * @example
 * const settings: UserPoolSettings = { id: 'us-east-1_Abc123', mfa: 'ON', deviceTracking: 'opt-in' }
 */
export type UserPoolSettings = {
  /** `<region>_<name>`, for example `local_Pool1`. */
  id: string
  name?: string
  mfa?: 'OFF' | 'OPTIONAL' | 'ON'
  /** Second factors that may be used. Default: all. */
  mfaTypes?: MfaType[]
  /** `always` remembers a confirmed device, `opt-in` waits for UpdateDeviceStatus. Default `off`. */
  deviceTracking?: 'off' | 'always' | 'opt-in'
  /**
   * Unknown users look like known ones, and an answer about a user name takes a multiple of 20 ms. Default false, as for the
   * service's API.
   */
  preventUserExistenceErrors?: boolean
  /** Sign in with these instead of a chosen user name, which is then made by the pool. */
  usernameAttributes?: ('email' | 'phone_number')[]
  /** Sign in with these besides the user name, once verified. */
  aliasAttributes?: ('email' | 'phone_number' | 'preferred_username')[]
  /** Attributes that a confirmation code verifies. Default: email and phone_number. */
  autoVerifiedAttributes?: ('email' | 'phone_number')[]
  requiredAttributes?: string[]
  passwordPolicy?: PasswordPolicy
  /** A new password ends the user's other sessions. Default false, as on the service. */
  endSessionsOnNewPassword?: boolean
  /** False: only an administrator creates users. Default true. */
  allowSignUp?: boolean
  groups?: (string | GroupConfig)[]
  webAuthn?: WebAuthnConfig
  messages?: MessageSettings
  /** Default false: `Ana` and `ana` are one user. In pools made by the service's API they are two unless it is said. */
  usernameCaseSensitive?: boolean
  /** The pool's own attributes, and standard ones that differ. Without it any `custom:` attribute is taken. */
  schema?: AttributeSchema[]
  /** Addresses that change only when the code sent to the new one is confirmed. Default: none. */
  verifyBeforeUpdate?: ('email' | 'phone_number')[]
  /** In order of preference. Default: a phone number, then an e-mail, whichever is verified. */
  accountRecovery?: RecoveryMechanism[]
  /** What USER_AUTH offers. Default: all. */
  firstFactors?: FirstFactor[]
  /** DeleteUserPool is refused. Default false. */
  deletionProtection?: boolean
}

/**
 * An API of the application's own.
 *
 * @example
 * const questions: ResourceServerConfig = { identifier: 'questions', scopes: [{ name: 'read' }, { name: 'write' }] }
 */
export type ResourceServerConfig = {
  identifier: string
  name?: string
  scopes: { name: string; description?: string }[]
}

const resourceServer = z.strictObject({
  identifier: z.string().min(1).max(256),
  name: z.string().min(1).max(256).optional(),
  scopes: z.array(
    z.strictObject({
      name: z.string().regex(/^[\x21\x23-\x2e\x30-\x5b\x5d-\x7e]{1,256}$/, 'a name without spaces, quotes and slashes'),
      description: z.string().min(1).max(256).optional(),
    }),
  ),
} satisfies Checks<ResourceServerConfig>)

/**
 * A pool with its clients, its first users and its trigger functions.
 *
 * @example
 * const pool: UserPoolConfig = {
 *   id: 'local_Pool1',
 *   clients: [{ id: 'web' }],
 *   triggers: { preSignUp: ({ response }) => void (response.autoConfirmUser = true) },
 * }
 */
export type UserPoolConfig = UserPoolSettings & {
  clients: ClientConfig[]
  /** The prefix of the pool's pages at the service: `<domain>.auth.<region>.amazoncognito.com`. */
  domain?: string
  /** APIs whose scopes, `<identifier>/<name>`, OAuth clients may ask for. */
  resourceServers?: ResourceServerConfig[]
  users?: UserConfig[]
  triggers?: Triggers
}

/** Checks a pool's options. */
export const userPoolCheck: z.ZodType<OrUndefined<UserPoolConfig>> = z.strictObject({
  id: z.string().max(MAX_POOL_ID_LENGTH).regex(POOL_ID, 'a pool id such as local_Pool1'),
  name: z.string().optional(),
  clients: z.array(clientCheck),
  domain: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
    .optional(),
  resourceServers: z.array(resourceServer).optional(),
  users: z.array(userCheck).optional(),
  mfa: z.enum(['OFF', 'OPTIONAL', 'ON']).optional(),
  mfaTypes: z.array(mfaTypeCheck).optional(),
  deviceTracking: z.enum(['off', 'always', 'opt-in']).optional(),
  preventUserExistenceErrors: z.boolean().optional(),
  usernameAttributes: z.array(address).optional(),
  aliasAttributes: z.array(z.enum(['email', 'phone_number', 'preferred_username'])).optional(),
  autoVerifiedAttributes: z.array(address).optional(),
  requiredAttributes: z.array(z.string()).optional(),
  passwordPolicy: passwordPolicy.optional(),
  endSessionsOnNewPassword: z.boolean().optional(),
  allowSignUp: z.boolean().optional(),
  groups: z.array(z.union([z.string().min(1), group])).optional(),
  webAuthn: webAuthn.optional(),
  messages: messagesCheck.optional(),
  usernameCaseSensitive: z.boolean().optional(),
  schema: z.array(attributeSchema).optional(),
  verifyBeforeUpdate: z.array(address).optional(),
  accountRecovery: z.array(z.enum(['verified_email', 'verified_phone_number', 'admin_only'])).optional(),
  firstFactors: z.array(z.enum(['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'])).optional(),
  deletionProtection: z.boolean().optional(),
  triggers: triggersCheck.optional(),
} satisfies Checks<UserPoolConfig>)
